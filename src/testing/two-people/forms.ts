import type { TestApp } from "../app.ts";
import { all, asStaff, changed, type Kind, prepared, read, type Seen, type Try } from "./kinds.ts";

const INQUIRIES = "/api/admin/partnerships";
const person = (nth: number) => ({ email: `person-${nth}@example.com` });
const inquiry = (nth: number) => ({ businessName: "Noor Grill", contactName: "Maryam", ...person(nth) });

async function makeInquiry(app: TestApp, nth: number): Promise<Seen> {
  const { id } = await prepared(app.send("POST /api/partnership", { body: inquiry(nth) }));
  return read(app, `GET ${INQUIRIES}/${id}`);
}

const restore = ({ as, seen: { id } }: Try) => as(`POST /api/admin/trash/${id}/restore`);
const onInquiry = {
  edit: ({ as, seen: { id, updatedAt }, words, nth }: Try) =>
    as(`PUT ${INQUIRIES}/${id}`, { ...inquiry(nth), businessName: words, updatedAt }),
  stage: ({ as, seen: { id, updatedAt } }: Try) =>
    as(`PUT ${INQUIRIES}/${id}/progress`, { stage: "won", updatedAt }),
  answer: ({ as, seen: { id, updatedAt }, words }: Try) =>
    as(`POST ${INQUIRIES}/${id}/answers`, { text: words, updatedAt }),
  delete: ({ as, seen: { id } }: Try) => as(`DELETE ${INQUIRIES}/${id}`),
};
const WRITES = ["edit", "stage", "answer"];
const INQUIRY = changed("inquiry");
const NO_INQUIRY = "404 This inquiry does not exist";
const NOT_IN_TRASH = "404 There is no such record in the trash";

const SIGNUP = changed("signup");
const NO_SIGNUP = "404 This signup does not exist";

const SIGNUPS = "/api/admin/waitlist";
const signup = (nth: number) => ({ firstName: "Hana", ...person(nth) });
const join = ({ app, nth }: Try) =>
  app.send("POST /api/waitlist", { body: { ...signup(nth), isBetaTester: true } });
const onSignup = {
  edit: ({ as, seen: { id, updatedAt }, words }: Try) =>
    as(`PUT ${SIGNUPS}/${id}`, { firstName: words, updatedAt }),
  delete: ({ as, seen: { id } }: Try) => as(`DELETE ${SIGNUPS}/${id}`),
};

async function makeSignup(app: TestApp, nth: number): Promise<Seen> {
  await prepared(app.send("POST /api/waitlist", { body: signup(nth) }));
  const [{ id }] = await prepared(asStaff(app, "one")(`GET ${SIGNUPS}?q=${person(nth).email}`));
  return read(app, `GET ${SIGNUPS}/${id}`);
}

async function makeQuarantined(app: TestApp, nth: number): Promise<Seen> {
  await prepared(app.send("POST /api/partnership", { body: { ...inquiry(nth), hp_note: "x" } }));
  const held = await prepared(asStaff(app, "one")("GET /api/admin/quarantine"));
  return held.find((each: { email: string }) => each.email === person(nth).email);
}

/** The same, deleted. */
const deleted =
  (make: Kind["make"], path: string): Kind["make"] =>
  async (app, nth) => {
    const seen = await make(app, nth);
    await prepared(asStaff(app, "one")(`DELETE ${path}/${seen.id}`));
    return seen;
  };

const NOT_HELD = "404 There is no quarantined submission with this id";
const QUARANTINE = "/api/admin/quarantine";

export const FORMS: Readonly<Record<string, Kind>> = {
  "an inquiry": {
    make: makeInquiry,
    acts: onInquiry,
    writes: ["edit", "answer"],
    after: {
      edit: all(WRITES, INQUIRY),
      stage: all(WRITES, INQUIRY),
      answer: all(WRITES, INQUIRY),
      delete: all([...WRITES, "delete"], NO_INQUIRY),
    },
  },
  "a deleted inquiry": {
    make: deleted(makeInquiry, INQUIRIES),
    acts: { ...onInquiry, restore },
    writes: ["edit", "answer"],
    atFirst: all([...WRITES, "delete"], NO_INQUIRY),
    after: { restore: { restore: NOT_IN_TRASH } },
  },
  "a signup": {
    make: makeSignup,
    acts: { ...onSignup, join, restore },
    writes: ["edit"],
    atFirst: { restore: NOT_IN_TRASH },
    after: {
      edit: { edit: SIGNUP, restore: NOT_IN_TRASH },
      join: { edit: SIGNUP, restore: NOT_IN_TRASH },
      delete: all(["edit", "delete"], NO_SIGNUP),
    },
  },
  "a deleted signup": {
    make: deleted(makeSignup, SIGNUPS),
    acts: { restore, join, ...onSignup },
    writes: ["edit"],
    atFirst: all(["edit", "delete"], NO_SIGNUP),
    after: {
      restore: { restore: NOT_IN_TRASH },
      join: {
        restore: "409 This address has joined the waitlist again since it was deleted",
        ...all(["edit", "delete"], NO_SIGNUP),
      },
    },
  },
  "a quarantined submission": {
    make: makeQuarantined,
    acts: {
      release: ({ as, seen: { id } }) => as(`POST ${QUARANTINE}/${id}/release`),
      delete: ({ as, seen: { id } }) => as(`DELETE ${QUARANTINE}/${id}`),
    },
    after: { release: all(["release", "delete"], NOT_HELD), delete: all(["release", "delete"], NOT_HELD) },
  },
  "a deleted submission": {
    make: deleted(makeQuarantined, QUARANTINE),
    acts: {
      restore,
      release: ({ as, seen: { id } }) => as(`POST ${QUARANTINE}/${id}/release`),
      delete: ({ as, seen: { id } }) => as(`DELETE ${QUARANTINE}/${id}`),
    },
    atFirst: all(["release", "delete"], NOT_HELD),
    after: { restore: { restore: NOT_IN_TRASH } },
  },
};
