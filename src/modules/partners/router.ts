import { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import { recentStaffProcedure, router, type StaffActor, staffProcedure } from "../../core/rpc/procedures.ts";
import { bulkDeleteInput, bulkInput, bulkOutput, selectOutput } from "../../shared/bulk.ts";
import { success } from "../../shared/fields.ts";
import { ownSession } from "../../shared/people/accounts.ts";
import { onEach } from "../audit/public.ts";
import * as recovery from "./account/recovery.ts";
import { inviteAgain, mailInvitation } from "./invitation.ts";
import * as peopleSchema from "./people/schema.ts";
import * as people from "./people/service.ts";
import * as queries from "./queries.ts";
import * as removal from "./removal/service.ts";
import * as schema from "./schema.ts";
import * as partners from "./service.ts";
import * as sessions from "./service.ts";

const managers = staffProcedure("partner_manager", "super_admin");
const recentManagers = recentStaffProcedure("partner_manager", "super_admin");

export const managedPartners = router({
  list: managers
    .meta({
      rest: "GET /api/partner-manager/partners",
      cli: "partner list",
      summary: "List partners",
      list: true,
    })
    .input(schema.partnerList)
    .output(schema.partnerPage)
    .query(({ ctx, input }) => queries.list(ctx, input)),
  counts: managers
    .meta({ rest: "GET /api/partner-manager/partners/counts", summary: "Count partners" })
    .output(schema.partnerCounts)
    .query(({ ctx }) => queries.counts(ctx)),
  get: managers
    .meta({
      rest: "GET /api/partner-manager/partners/{id}",
      cli: "partner show <id>",
      summary: "Show a partner",
    })
    .input(schema.partnerId)
    .output(schema.partnerDetail)
    .query(({ ctx, input }) => queries.byIdOrEmail(ctx, input.id)),
  create: managers
    .meta({
      rest: "POST /api/partner-manager/partners",
      status: 201,
      cli: "partner create",
      summary: "Create a partner",
    })
    .input(schema.registerInput)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.register(ctx, input)),
  update: managers
    .meta({
      rest: "PUT /api/partner-manager/partners/{id}",
      cli: "partner update <id>",
      summary: "Update a partner",
    })
    .input(schema.updateInput)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.update(ctx, input)),
  verify: managers
    .meta({
      rest: "PUT /api/partner-manager/partners/{id}/verify",
      cli: "partner verify <id>",
      summary: "Verify a partner",
    })
    .input(schema.partnerId)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.verify(ctx, input.id)),
  unlock: managers
    .meta({
      rest: "PUT /api/partner-manager/partners/{id}/unlock",
      cli: "partner unlock <id>",
      summary: "Unlock a partner after failed logins",
    })
    .input(schema.partnerId)
    .output(schema.partner)
    .mutation(({ ctx, input }) => partners.unlock(ctx, input.id)),
  resetPassword: recentManagers
    .meta({
      rest: "POST /api/partner-manager/partners/{id}/reset-password",
      cli: "partner reset-password <id>",
      summary: "Mail a partner a link to choose a new password",
    })
    .input(schema.partnerId)
    .output(schema.resetLink)
    .mutation(({ ctx, input }) => recovery.resetFor(ctx, input.id)),
  invite: recentManagers
    .meta({
      rest: "POST /api/partner-manager/partners/{id}/invite",
      cli: "partner invite <id>",
      summary: "Mail a new link to choose a password to a partner who has never signed in",
    })
    .input(schema.partnerId)
    .output(schema.resetLink)
    .mutation(({ ctx, input }) => inviteAgain(ctx, input.id)),
  delete: recentManagers
    .meta({
      rest: "DELETE /api/partner-manager/partners/{id}",
      cli: "partner delete <id>",
      summary: "Delete a partner and release its places",
    })
    .input(schema.partnerId)
    .output(success)
    .mutation(({ ctx, input }) => removal.remove(ctx, input.id)),
  sessions: managers
    .meta({
      rest: "GET /api/partner-manager/partners/{id}/sessions",
      cli: "partner sessions <id>",
      summary: "List where a partner is signed in",
    })
    .input(schema.partnerId)
    .output(z.array(ownSession))
    .query(({ ctx, input }) => sessions.listSessionsOf(ctx, input.id)),
  endSession: recentManagers
    .meta({
      rest: "DELETE /api/partner-manager/partners/{id}/sessions/{session}",
      cli: "partner end-session <id> <session>",
      summary: "End a session of a partner",
    })
    .input(schema.partnerSessionId)
    .output(success)
    .mutation(({ ctx, input }) => sessions.endSessionOf(ctx, input)),
  endSessions: recentManagers
    .meta({
      rest: "DELETE /api/partner-manager/partners/{id}/sessions",
      cli: "partner end-sessions <id>",
      summary: "End all sessions of a partner",
    })
    .input(schema.partnerId)
    .output(success)
    .mutation(({ ctx, input }) => sessions.endSessionsOf(ctx, input.id)),
  people: managers
    .meta({
      rest: "GET /api/partner-manager/partners/{id}/people",
      cli: "partner people <id>",
      summary: "List the people of a partner",
    })
    .input(schema.partnerId)
    .output(peopleSchema.people)
    .query(({ ctx, input }) => people.listFor(ctx, input.id)),
  removePerson: recentManagers
    .meta({
      rest: "DELETE /api/partner-manager/partners/{id}/people/{person}",
      cli: "partner remove-person <id> <person>",
      summary: "Remove a person from a partner, except its last owner",
    })
    .input(peopleSchema.managedPersonId)
    .output(success)
    .mutation(({ ctx, input }) => people.removeFor(ctx, input)),
  select: managers
    .meta({
      rest: "GET /api/partner-manager/partners/select",
      summary: "List the ids of all partners that match, if they are as many as you saw",
    })
    .input(schema.partnerSelection)
    .output(selectOutput)
    .query(({ ctx, input }) => queries.selectPartners(ctx, input)),
  deleteMany: recentManagers
    .meta({
      rest: "POST /api/partner-manager/partners/delete",
      summary: "Delete up to 50 partners, each of which can be restored for 30 days",
    })
    .input(bulkDeleteInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onPartners(ctx, input.ids, (id) => removal.remove(ctx, id, input.act))),
  verifyMany: managers
    .meta({ rest: "POST /api/partner-manager/partners/verify", summary: "Verify up to 50 partners" })
    .input(bulkInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onPartners(ctx, input.ids, (id) => partners.verify(ctx, id))),
  inviteMany: recentManagers
    .meta({
      rest: "POST /api/partner-manager/partners/invite",
      summary: "Invite up to 50 partners again who have never signed in",
    })
    .input(bulkInput)
    .output(bulkOutput)
    .mutation(({ ctx, input }) => onPartners(ctx, input.ids, (id) => mailInvitation(ctx, id))),
});

const onPartners = (
  ctx: ActionContext<StaffActor>,
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
) => onEach(ctx, ids, act, async (id) => (await queries.findPartner(ctx.deps, id))?.businessName);
