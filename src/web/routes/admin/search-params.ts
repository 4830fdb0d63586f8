import { inquiryParams } from "../../blocks/inquiries/list-search-params.ts";
import { scopedParams } from "../../blocks/resource-list/scoped-params.ts";
import { signupParams } from "../../blocks/waitlist/list-search-params.ts";

export const dashboardSearch = scopedParams({ waitlist: signupParams, inquiries: inquiryParams });
