import { partnerProcedure, router } from "../../core/trpc.ts";
import { profile } from "./schema.ts";
import * as partners from "./service.ts";

export const partnerSession = router({
  current: partnerProcedure
    .meta({ rest: "GET /partner/api/me", summary: "Who is signed in" })
    .output(profile)
    .query(({ ctx }) => partners.ownProfile(ctx)),
});
