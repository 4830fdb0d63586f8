import type { TestApp } from "../app.ts";
import { all, asStaff, changed, type Kind, prepared, type Seen, type Try } from "./kinds.ts";

const BROADCASTS = "/api/admin/broadcasts";
const message = (subject: string) => ({ subject, markdown: "Assalamu alaikum, {name}." });

async function makeDraft(app: TestApp, nth: number): Promise<Seen> {
  const signup = { firstName: "Hana", email: `reader-${nth}@example.com` };
  await prepared(app.send("POST /api/waitlist", { body: signup }));
  const { id, updatedAt, audience } = await prepared(
    asStaff(app, "one")(`POST ${BROADCASTS}`, message("News")),
  );
  app.clock.forward(1_000);
  return { id, updatedAt, also: { count: String(audience) } };
}

async function makeDeletedDraft(app: TestApp, nth: number): Promise<Seen> {
  const seen = await makeDraft(app, nth);
  await prepared(asStaff(app, "one")(`DELETE ${BROADCASTS}/${seen.id}`));
  return seen;
}

const acts = {
  edit: ({ as, seen: { id, updatedAt }, words }: Try) =>
    as(`PUT ${BROADCASTS}/${id}`, { ...message(words), updatedAt }),
  send: ({ as, seen: { id, updatedAt, also } }: Try) =>
    as(`POST ${BROADCASTS}/${id}/send`, { count: Number(also?.count), updatedAt }),
  delete: ({ as, seen: { id } }: Try) => as(`DELETE ${BROADCASTS}/${id}`),
};

const NO_DRAFT = all(["edit", "send", "delete"], "404 This broadcast does not exist");
const sentCannotBe = (verb: string) => `409 This broadcast was sent already and can no longer be ${verb}`;

export const BROADCAST_DRAFTS: Readonly<Record<string, Kind>> = {
  "a draft": {
    make: makeDraft,
    acts,
    writes: ["edit"],
    after: {
      edit: all(["edit", "send"], changed("broadcast")),
      send: { edit: sentCannotBe("changed"), send: sentCannotBe("sent"), delete: sentCannotBe("deleted") },
      delete: NO_DRAFT,
    },
  },
  "a deleted draft": {
    make: makeDeletedDraft,
    acts: { ...acts, restore: ({ as, seen: { id } }) => as(`POST /api/admin/trash/${id}/restore`) },
    writes: ["edit"],
    atFirst: NO_DRAFT,
    after: { restore: { restore: "404 There is no such record in the trash" } },
  },
};
