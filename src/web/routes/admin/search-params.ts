import { z } from "zod";
import { inquiryParams } from "../../blocks/inquiries/search-params.ts";
import { signupParams } from "../../blocks/waitlist/search-params.ts";

/** Two lists stand on the dashboard, so each keeps its state under its own key. */
export const dashboardPlace = z.object({
  waitlist: signupParams.schema.optional().catch(undefined),
  inquiries: inquiryParams.schema.optional().catch(undefined),
});
