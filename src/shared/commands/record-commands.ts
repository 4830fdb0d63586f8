import type { CommandInput } from "./command-line.ts";
import type { CommandPath } from "./commands.ts";

/** What is done to a record, named as on its buttons, and the command that does it. */
export interface RecordCommand {
  readonly name: string;
  readonly path: CommandPath;
  readonly input: CommandInput;
}

type Id = { readonly id: string };
type Inquiry = Id & {
  readonly stage: string;
  readonly assigneeId: string | null;
  readonly placeId: string | null;
};
const command = (name: string, path: CommandPath, input: CommandInput): RecordCommand => ({
  name,
  path,
  input,
});

const decisions = (path: CommandPath, undo: CommandPath, { id }: Id) => [
  command("Approve", path, { id, decision: "approved" }),
  command("Undo", undo, { id }),
];

/** What can be done to a record without typing anything else, by the kind of record. */
export const RECORD_COMMANDS = {
  inquiry: ({ id, stage, assigneeId, placeId }: Inquiry) => [
    command("Show", "admin.partnerships.get", { id }),
    command("Mark as answered", "admin.partnerships.setAnswered", { id, answered: true }),
    command("Mark as unanswered", "admin.partnerships.setAnswered", { id, answered: false }),
    command("Mark as won", "admin.partnerships.progress", { id, stage: "won" }),
    command("Close", "admin.partnerships.progress", { id, stage: "closed" }),
    command("Stage, assignee and place", "admin.partnerships.progress", {
      ...{ id, stage, assigneeId: assigneeId ?? "", placeId: placeId ?? "" },
    }),
    command("Likely places", "admin.partnerships.places", { id }),
    command("Delete", "admin.partnerships.delete", { id }),
  ],
  signup: ({ id, email }: Id & { readonly email: string }) => [
    command("Show", "admin.waitlist.get", { id }),
    command("Delete", "admin.waitlist.delete", { id }),
    command("Forget this person", "admin.waitlist.forget", { email }),
  ],
  partner: ({ id }: Id) => [
    command("Show", "partnerManager.partners.get", { id }),
    command("Verify", "partnerManager.partners.verify", { id }),
    command("Unlock", "partnerManager.partners.unlock", { id }),
    command("Reset password", "partnerManager.partners.resetPassword", { id }),
    command("Invite again", "partnerManager.partners.invite", { id }),
    command("Sessions", "partnerManager.partners.sessions", { id }),
    command("End all sessions", "partnerManager.partners.endSessions", { id }),
    command("Delete", "partnerManager.partners.delete", { id }),
  ],
  user: ({ id, isActive }: Id & { readonly isActive: boolean }) => [
    command("Show", "admin.users.get", { id }),
    command("Unlock", "admin.users.unlock", { id }),
    command("Reset MFA", "admin.users.resetMfa", { id }),
    isActive
      ? command("Deactivate", "admin.users.deactivate", { id })
      : command("Activate", "admin.users.activate", { id }),
    command("Lock down", "admin.users.lockdown", { id }),
  ],
  gift: ({ id, status }: Id & { readonly status: string }) => [
    command("Show", "admin.payments.show", { id }),
    ...(status === "succeeded" ? [command("Send receipt again", "admin.payments.sendReceipt", { id })] : []),
  ],
  mail: ({ id, to: email, state }: Id & { readonly to: string; readonly state: string }) => [
    command("Show", "mail.show", { id }),
    ...(state === "sent" ? [] : [command("Send now", "mail.retry", { id })]),
    command("Stop mail to this address", "mail.suppress", { email }),
    command("Allow mail to this address", "mail.unsuppress", { email }),
  ],
  place: ({ id }: Id) => [
    command("Show", "admin.pois.get", { id }),
    command("Facts", "admin.facts.get", { id }),
    command("Evidence", "admin.evidence.list", { id }),
    command("Neighbors", "admin.pois.neighbors", { id }),
    command("Merged entries", "admin.pois.merges", { id }),
    command("Close", "admin.facts.save", { id, closed: true }),
    command("Reopen", "admin.facts.save", { id, closed: false }),
    command("Delete", "admin.pois.delete", { id }),
  ],
  claim: ({ id }: Id) => [
    command("Show", "reviews.claim", { id }),
    ...decisions("reviews.decideClaim", "reviews.undoClaim", { id }),
  ],
  request: ({ id }: Id) => [
    command("Show", "reviews.request", { id }),
    ...decisions("reviews.decideRequest", "reviews.undoRequest", { id }),
  ],
  proposal: ({ id }: Id) => decisions("reviews.proposals.decide", "reviews.proposals.undo", { id }),
  transfer: ({ id }: Id) => decisions("reviews.transfers.decide", "reviews.transfers.undo", { id }),
  report: ({ id }: Id) => [command("Show", "reviews.reports.get", { id })],
  broadcast: ({ id, state }: Id & { readonly state: string }) => [
    command("Show", "admin.broadcasts.get", { id }),
    command("Preview", "admin.broadcasts.preview", { id }),
    ...(state === "draft"
      ? [command("Delete", "admin.broadcasts.delete", { id })]
      : [
          command("Recipients", "admin.broadcasts.recipients", { id }),
          command("Pause", "admin.broadcasts.pause", { id }),
          command("Resume", "admin.broadcasts.resume", { id }),
          command("Cancel", "admin.broadcasts.cancel", { id }),
        ]),
  ],
} as const;
