import { inquiryParams } from "../../kit/inquiries/inquiries-list-search-params.ts";
import { signupParams } from "../../kit/inquiries/waitlist-list-search-params.ts";
import { scopedParams } from "../../kit/records/list-params.ts";

export const dashboardSearch = scopedParams({ waitlist: signupParams, inquiries: inquiryParams });
