import { afterAll, beforeAll, expect, test } from "bun:test";
import { z } from "zod";
import type { Operation } from "./core/rpc/operations.ts";
import { randomId } from "./shared/id.ts";
import { STAFF_ROLES, type StaffRole } from "./shared/people/accounts.ts";
import { PASSWORD, partner, staff } from "./testing/accounts.ts";
import { type TestApp, testApp } from "./testing/app.ts";
import { Callers, contextOf, endStream } from "./testing/callers.ts";
import { GIFT } from "./testing/gifts.ts";
import { place } from "./testing/places/places.ts";

/** Kinds of records, and the roles that may change or delete one that is not their own, by any procedure whatever its name. */
const MAY_CHANGE: Readonly<Record<string, readonly StaffRole[]>> = {
  partner: ["partner_manager", "super_admin"],
  deletedPartner: ["partner_manager", "super_admin"],
  account: ["super_admin"],
  signup: ["admin", "super_admin"],
  deletedSignup: ["admin", "super_admin"],
  inquiry: ["admin", "super_admin"],
  gift: ["super_admin"], // by erasing its giver
  claim: ["partner_manager", "admin", "super_admin"],
  place: ["partner_manager", "admin", "super_admin"], // an approved claim sets its owner
};

/** The row of each kind, as text; of a partner and an account also what opens it. */
const ROWS: Readonly<Record<string, string>> = {
  partner:
    "select p::text || (select count(*) from partner_sessions where user_id = p.id) as row from partners p",
  deletedPartner: "select p::text as row from partners p",
  account:
    "select to_jsonb(u)::text || (select count(*) from staff_sessions where user_id = u.id) || (select count(*) from api_tokens where owner_id = u.id) as row from staff_users u",
  signup: "select w::text as row from waitlist_signups w",
  deletedSignup: "select w::text as row from waitlist_signups w",
  inquiry: "select i::text as row from partnership_inquiries i",
  gift: "select p::text as row from payments p",
  claim: "select c::text as row from poi_claims c",
  place: "select p::text as row from pois p",
};
const KINDS = Object.keys(ROWS);

let app: TestApp;
let callers: Callers;
beforeAll(async () => {
  app = await testApp();
  callers = await Callers.create(app);
});
afterAll(() => app.close());

/** One record of each kind, by its id, and the addresses and names that procedures take instead. */
interface Seeded {
  readonly ids: Readonly<Record<string, string>>;
  readonly emails: readonly string[];
  readonly usernames: readonly string[];
}

/** Records that are made together, because one needs the other. */
type Made = Pick<Seeded, "ids"> & Partial<Seeded>;

const newName = () => randomId().toLowerCase();
const newEmail = () => `${newName()}@example.com`;

async function join(email: string): Promise<string> {
  await app.send("POST /api/waitlist", { body: { firstName: "Amina", email } });
  const found = "select id from waitlist_signups where email_key = $1";
  const [row] = await app.db.query<{ id: string }>(found, [email]);
  return row?.id ?? "";
}

const MAKERS: readonly (() => Promise<Made>)[] = [
  async () => {
    const email = newEmail();
    const owner = await partner(app, email);
    const poi = (await place(app, { name: `Grill ${newName()}`, address: `${newName()} Main St` })).id;
    const claim = { poiId: poi, documents: ["a lease"] };
    const claimed = await app.send("POST /partner/api/poi-claims", { headers: owner.headers, body: claim });
    return { ids: { partner: owner.id, claim: claimed.json.id, place: poi }, emails: [email] };
  },
  async () => {
    const { id } = await partner(app, newEmail());
    await app.operate("partnerManager.partners.delete", { id });
    return { ids: { deletedPartner: id } };
  },
  async () => {
    const email = newEmail();
    return { ids: { signup: await join(email) }, emails: [email] };
  },
  async () => {
    const id = await join(newEmail());
    await app.operate("admin.waitlist.delete", { id });
    return { ids: { deletedSignup: id } };
  },
  async () => {
    const inquiry = { businessName: `Bakery ${newName()}`, email: newEmail() };
    const written = await app.send("POST /api/partnership", { body: inquiry });
    return { ids: { inquiry: written.json.id }, emails: [inquiry.email] };
  },
  async () => {
    const customerEmail = newEmail();
    await app.send("POST /api/support/payment", { body: { ...GIFT, customerEmail } });
    const found = "select id from payments where customer_email = $1";
    const [given] = await app.db.query<{ id: string }>(found, [customerEmail]);
    return { ids: { gift: given?.id ?? "" }, emails: [customerEmail] };
  },
  async () => {
    const name = newName();
    const account = await staff(app, "admin", name);
    return { ids: { account }, emails: [`${name}@example.com`], usernames: [name] };
  },
];

let made: readonly Made[] = [];

/** Makes the records of these kinds again, with those that they need. */
async function seed(changed: readonly string[] = KINDS): Promise<Seeded> {
  const next: Made[] = [];
  for (const [at, make] of MAKERS.entries()) {
    const before = made[at];
    next.push(before && !changed.some((kind) => kind in before.ids) ? before : await make());
  }
  made = next;
  const ids = Object.assign({}, ...made.map((each) => each.ids));
  return {
    ids: Object.fromEntries(KINDS.map((kind) => [kind, ids[kind]])),
    emails: made.flatMap(({ emails = [] }) => emails),
    usernames: made.flatMap(({ usernames = [] }) => usernames),
  };
}

/** One statement, as nine would take most of the time of these tests. */
const ALL_ROWS = `select ${KINDS.map((kind, at) => `(${ROWS[kind]} where id = $${at + 1}) as "${kind}"`).join(", ")}`;

async function rowsOf({ ids }: Seeded): Promise<Readonly<Record<string, string | null>>> {
  const [rows = {}] = await app.db.query<Record<string, string | null>>(
    ALL_ROWS,
    KINDS.map((kind) => ids[kind]),
  );
  return rows;
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Property[];
  readonly properties?: Readonly<Record<string, Property>>;
}

/** What a field may hold, by its name and then by its type: every seeded record once. */
function valuesOf(name: string, property: Property, { ids, emails, usernames }: Seeded): readonly unknown[] {
  const all = Object.values(ids);
  if (/^ids$/i.test(name)) return all.map((id) => [id]);
  if (/email/i.test(name)) return emails;
  if (/^username$|^account$/.test(name)) return usernames;
  if (/password/i.test(name)) return [PASSWORD];
  if (/id$/i.test(name)) return all;
  if (property.enum) return property.enum;
  if (property.const !== undefined) return [property.const];
  if (property.anyOf)
    return property.anyOf.flatMap((each) => valuesOf("", each, { ids, emails, usernames })).slice(0, 4);
  if (property.type === "boolean") return [true, false];
  if (property.type === "number" || property.type === "integer") return [1];
  if (property.type === "array") return [[]];
  if (property.type === "object") return [{}];
  return property.type === "null" ? [null] : ["Some text"];
}

const CHOICES_MAX = 4;

/** Inputs in which every record is meant once, with all other fields filled in, and with the required ones alone. */
function inputsOf({ input }: Operation, seeded: Seeded): readonly Record<string, unknown>[] {
  if (!input) return [{}];
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Property>); // of Zod's own making
  const required = new Set(schema.required ?? []);
  const fields = properties
    .filter(([name]) => !/updatedAt|readAt|hp_note/.test(name))
    .map(([name, property]) => ({
      name,
      values: valuesOf(name, property, seeded),
      isChoice: isChoice(property),
    }));
  const most = (choices: boolean) =>
    Math.max(1, ...fields.filter((field) => field.isChoice === choices).map(({ values }) => values.length));
  const inputs: Record<string, unknown>[] = [];
  for (let record = 0; record < most(false); record += 1)
    for (let choice = 0; choice < Math.min(CHOICES_MAX, most(true)); choice += 1) {
      const picked = fields.map(
        ({ name, values, isChoice: is }) => [name, values[(is ? choice : record) % values.length]] as const,
      );
      const needed = picked.filter(([name]) => required.has(name) || /^ids?$/.test(name));
      inputs.push(Object.fromEntries(picked));
      if (needed.length < picked.length) inputs.push(Object.fromEntries(needed));
    }
  return inputs;
}

const isChoice = ({ type, enum: options }: Property): boolean => options !== undefined || type === "boolean";

/** Waits for answers of other systems, or ends the test's own database. */
const NOT_RUN = /^(operator|sync)\./;

/** The kinds of which a role changed a seeded record, each with the procedures that did it. */
async function changedBy(role: StaffRole): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const changed = new Map<string, Set<string>>();
  let seeded = await seed();
  let before = await rowsOf(seeded);
  /** Which kinds the calls have changed. */
  const changedKinds = async (operation: Operation, inputs: readonly unknown[]) => {
    for (const input of inputs) {
      const principal = { ...callers.staff(role), authenticatedAt: app.clock.now };
      await operation
        .call(contextOf(principal, app.deps), input)
        .then(endStream)
        .catch(() => null); // refused, which changes nothing
    }
    const after = await rowsOf(seeded);
    const kinds = KINDS.filter((kind) => before[kind] !== after[kind]);
    if (kinds.length === 0) return kinds;
    seeded = await seed(kinds);
    before = await rowsOf(seeded);
    return kinds;
  };
  for (const operation of app.app.operations) {
    if (!operation.isMutation || operation.guard.kind !== "staff" || NOT_RUN.test(operation.path)) continue;
    if ((await changedKinds(operation, inputsOf(operation, seeded))).length === 0) continue;
    // one by one on new records, as an earlier change may keep a later call from another one
    let inputs = inputsOf(operation, seeded);
    for (let at = 0; at < inputs.length; at += 1) {
      const kinds = await changedKinds(operation, [inputs[at]]);
      for (const kind of kinds) changed.set(kind, (changed.get(kind) ?? new Set()).add(operation.path));
      if (kinds.length > 0) inputs = inputsOf(operation, seeded);
    }
  }
  return changed;
}

for (const role of STAFF_ROLES) {
  test(`a ${role} changes, by all mutations together, exactly the kinds of records that the role may change`, async () => {
    const changed = await changedBy(role);
    const expected = KINDS.filter((kind) => MAY_CHANGE[kind]?.includes(role));
    const wrong = [...changed].filter(([kind]) => !expected.includes(kind));
    expect(wrong.map(([kind, paths]) => [kind, [...paths]])).toEqual([]);
    expect(KINDS.filter((kind) => changed.has(kind))).toEqual(expected);
  }, 600_000);
}
