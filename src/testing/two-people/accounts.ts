import { PASSWORD, partner, staff } from "../accounts.ts";
import type { TestApp } from "../app.ts";
import { all, asStaff, changed, type Kind, prepared, read, type Seen, type Try } from "./kinds.ts";

const PARTNERS = "/api/partner-manager/partners";
const USERS = "/api/admin/users";
const address = (nth: number) => `owner-${nth}@example.com`;
const names = (businessName: string) => ({ businessName, contactName: "Maryam", phone: "" });

async function makePartner(app: TestApp, nth: number): Promise<Seen> {
  const { id, headers } = await partner(app, address(nth));
  return { ...(await read(app, `GET ${PARTNERS}/${id}`)), owner: headers };
}

async function makeDeletedPartner(app: TestApp, nth: number): Promise<Seen> {
  const seen = await makePartner(app, nth);
  await prepared(asStaff(app, "one")(`DELETE ${PARTNERS}/${seen.id}`));
  return seen;
}

async function makeUser(app: TestApp, nth: number): Promise<Seen> {
  return read(app, `GET ${USERS}/${await staff(app, "admin", `user-${nth}`)}`);
}

const onPartner = {
  edit: ({ as, seen: { id, updatedAt }, words }: Try) =>
    as(`PUT ${PARTNERS}/${id}`, { ...names(words), updatedAt }),
  "edit by itself": ({ app, seen: { owner = {}, updatedAt }, words }: Try) =>
    app.send("PUT /partner/api/me", { headers: owner, body: { ...names(words), updatedAt } }),
  verify: ({ as, seen: { id } }: Try) => as(`PUT ${PARTNERS}/${id}/verify`),
  delete: ({ as, seen: { id } }: Try) => as(`DELETE ${PARTNERS}/${id}`),
};

const EDITED = {
  edit: changed("partner"),
  "edit by itself": "409 Your account was changed meanwhile. Please look at it again.",
};
const SIGNED_OUT = { "edit by itself": "401 Please sign in" };
const GONE = { ...SIGNED_OUT, ...all(["edit", "verify", "delete"], "404 This partner does not exist") };
const TAKEN = "409 An account with this email already exists";
const CHANGES = ["edit", "role", "deactivate"];
const USER = changed("account");

export const ACCOUNTS: Readonly<Record<string, Kind>> = {
  "a partner": {
    make: makePartner,
    acts: onPartner,
    writes: ["edit", "edit by itself"],
    after: { edit: EDITED, "edit by itself": EDITED, verify: EDITED, delete: GONE },
  },
  "a deleted partner": {
    make: makeDeletedPartner,
    acts: {
      ...onPartner,
      restore: ({ as, seen: { id } }) => as(`POST /api/admin/trash/${id}/restore`),
      register: ({ app, nth, words }) =>
        app.send("POST /partner/api/register", {
          body: { email: address(nth), password: PASSWORD, ...names(words) },
        }),
    },
    writes: ["edit", "register"],
    atFirst: GONE,
    after: {
      restore: { ...SIGNED_OUT, restore: "404 There is no such record in the trash", register: TAKEN },
      register: { ...GONE, restore: TAKEN, register: TAKEN },
    },
  },
  "a user": {
    make: makeUser,
    acts: {
      edit: ({ as, seen: { id, updatedAt }, words }) =>
        as(`PUT ${USERS}/${id}`, { email: `${words.replaceAll(" ", "-")}@example.com`, updatedAt }),
      role: ({ as, seen: { id, updatedAt } }) =>
        as(`PUT ${USERS}/${id}/role`, { role: "partner_manager", updatedAt }),
      deactivate: ({ as, seen: { id, updatedAt } }) => as(`PUT ${USERS}/${id}/deactivate`, { updatedAt }),
    },
    after: { edit: all(CHANGES, USER), role: all(CHANGES, USER), deactivate: all(CHANGES, USER) },
  },
};
