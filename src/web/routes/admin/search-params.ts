import { inquiryParams } from "../../blocks/inquiries/search-params.ts";
import { scopedParams } from "../../blocks/resource-list/scoped-params.ts";
import { signupParams } from "../../blocks/waitlist/search-params.ts";

export const dashboardSearch = scopedParams({ waitlist: signupParams, inquiries: inquiryParams });
