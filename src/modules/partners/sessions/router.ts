import { z } from "zod";
import { recentStaffProcedure, router, staffProcedure } from "../../../core/rpc/procedures.ts";
import { success } from "../../../shared/fields.ts";
import { ownSession } from "../../../shared/people/accounts.ts";
import { partnerId, partnerSessionId } from "../schema.ts";
import { endSessionOf, endSessionsOf, listSessionsOf } from "./service.ts";

const recentManagers = recentStaffProcedure("partner_manager", "super_admin");

export const managedSessions = router({
  sessions: staffProcedure("partner_manager", "super_admin")
    .meta({
      rest: "GET /api/partner-manager/partners/{id}/sessions",
      cli: "partner sessions <id>",
      summary: "List where a partner is signed in",
    })
    .input(partnerId)
    .output(z.array(ownSession))
    .query(({ ctx, input }) => listSessionsOf(ctx, input.id)),
  endSession: recentManagers
    .meta({
      rest: "DELETE /api/partner-manager/partners/{id}/sessions/{session}",
      cli: "partner end-session <id> <session>",
      summary: "End a session of a partner",
    })
    .input(partnerSessionId)
    .output(success)
    .mutation(({ ctx, input }) => endSessionOf(ctx, input)),
  endSessions: recentManagers
    .meta({
      rest: "DELETE /api/partner-manager/partners/{id}/sessions",
      cli: "partner end-sessions <id>",
      summary: "End all sessions of a partner",
    })
    .input(partnerId)
    .output(success)
    .mutation(({ ctx, input }) => endSessionsOf(ctx, input.id)),
});
