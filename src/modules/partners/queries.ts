import {
  and,
  count,
  eq,
  getViewSelectedFields,
  inArray,
  isNull,
  like,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { unauthenticated } from "../../core/auth/authorize.ts";
import type { LiveSession } from "../../core/auth/sessions.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Orm, Tx } from "../../db/client.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { type Seen, selectIds } from "../../db/query/select-ids.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Page } from "../../shared/listing.ts";
import type { partner, partnerList, profile } from "./schema.ts";
import { currentPeople as p, partners, partnerPeople as people, currentPartners as t } from "./table.ts";

export type PartnerRow = typeof t.$inferSelect;
export type PersonRow = typeof p.$inferSelect;
type ListInput = z.output<typeof partnerList>;
type PartnerFilters = Pick<ListInput, "q" | "verified">;
type Own = ActionContext<PartnerPrincipal>;

export const principalOf = (
  { id, name, role, partnerId }: PersonRow,
  businessName: string,
  { id: sessionId, authenticatedAt }: Pick<LiveSession, "id" | "authenticatedAt">,
): PartnerPrincipal => ({
  kind: "partner",
  id: partnerId,
  name: businessName,
  person: { id, name, role },
  sessionId,
  authenticatedAt,
});

/** The name that a closed case keeps; null where the partner closed it by deleting the account. */
export const reviewerOf = (principal: StaffActor | PartnerPrincipal): string | null =>
  principal.kind === "partner" ? null : principal.name;

/** The person of a session token; null for an unknown or ended session. `polling` calls do not extend it. */
export async function partnerBySession(
  deps: Deps,
  token: string,
  polling: boolean,
): Promise<PartnerPrincipal | null> {
  const session = await deps.sessions.partner.validate(token, deps.now(), polling);
  if (!session) return null;
  const [found] = await deps.db.orm
    .select({ person: getViewSelectedFields(p), businessName: partners.businessName })
    .from(p)
    .innerJoin(partners, eq(partners.id, p.partnerId))
    .where(eq(p.id, session.userId));
  return found ? principalOf(found.person, found.businessName, session) : null;
}

/** The caller. Throws 401 for a person who has left. */
export async function ownPerson({ deps, principal }: Own): Promise<PersonRow> {
  const [person] = await deps.db.orm.select().from(p).where(eq(p.id, principal.person.id));
  if (!person) throw unauthenticated();
  return person;
}

/** What the caller sees of the own account and business. Throws 401 for a person who has left. */
export const ownProfile = async (ctx: Own): Promise<z.input<typeof profile>> =>
  profileOf(ctx.deps.db.orm, await ownPerson(ctx));

/** What a person sees of the own account and business. Throws 401 if the business was deleted. */
export async function profileOf(orm: Orm | Tx, person: PersonRow): Promise<z.input<typeof profile>> {
  const [partner] = await orm.select().from(t).where(eq(t.id, person.partnerId));
  if (!partner) throw unauthenticated();
  const { email, emailConfirmed } = person;
  return { ...partner, email, emailConfirmed };
}

/**
 * Locks a business until the transaction ends, so that what its people submit, decisions about it, changes of its people
 * and its deletion run one after another. Lock order everywhere: business, then person, then places, then claims by id.
 * Null if it was deleted.
 */
export async function lockPartner(tx: Tx, id: string): Promise<PartnerRow | null> {
  const current = and(eq(partners.id, id), isNull(partners.deletedAt));
  // not the view: a join is empty where the person whom emails go to changes while this waits
  const [locked] = await tx.select({ id: partners.id }).from(partners).where(current).for("update");
  if (!locked) return null;
  const [row] = await tx.select().from(t).where(eq(t.id, id));
  return row ?? null;
}

/** `lockPartner` for several businesses, by id. Those that were deleted are absent. */
export async function lockPartners(
  tx: Tx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, PartnerRow>> {
  const locked = new Map<string, PartnerRow>();
  for (const id of [...new Set(ids)].filter((each) => each !== null).toSorted()) {
    const row = await lockPartner(tx, id);
    if (row) locked.set(id, row);
  }
  return locked;
}

/** `lockPartner` for the caller's own business. Throws 401 for a person who has left, 403 for one with another role by now. */
export const lockOwnAccount = async (tx: Tx, ctx: Own): Promise<PartnerRow> =>
  (await lockOwn(tx, ctx)).partner;

async function lockOwn(tx: Tx, { principal }: Own) {
  const partner = await lockPartner(tx, principal.id);
  const [person] = await tx.select().from(p).where(eq(p.id, principal.person.id));
  if (!partner || !person) throw unauthenticated();
  if (person.role !== principal.person.role)
    throw new DomainError("forbidden", "Your role was changed. Please load the page again.");
  return { partner, person };
}

/** `lockOwnAccount` for what needs a confirmed address. Throws 403 `CONFIRM_EMAIL` without one. */
export async function lockConfirmedAccount(tx: Tx, ctx: Own): Promise<PartnerRow> {
  const { partner, person } = await lockOwn(tx, ctx);
  if (ctx.deps.settings.requireConfirmedEmail && !person.emailConfirmed) throw unconfirmed();
  return partner;
}

/** Throws 403 `CONFIRM_EMAIL` if the caller must confirm the address first. */
export async function requireConfirmedEmail(ctx: Own): Promise<void> {
  if (!ctx.deps.settings.requireConfirmedEmail) return;
  if (!(await ownPerson(ctx)).emailConfirmed) throw unconfirmed();
}

const unconfirmed = () =>
  new DomainError("forbidden", "Please confirm your email address first", { code: "CONFIRM_EMAIL" });

/** Locks a person's account until the transaction ends. Null for a person who has left. */
export async function lockPerson(tx: Tx, id: string): Promise<PersonRow | null> {
  const [row] = await tx.select().from(p).where(eq(p.id, id)).for("update");
  return row ?? null;
}

/** `lockPerson` for the caller. Throws 401. */
export async function lockOwnPerson(tx: Tx, { principal }: Own): Promise<PersonRow> {
  const row = await lockPerson(tx, principal.person.id);
  if (!row) throw unauthenticated();
  return row;
}

/**
 * The account that staff mean by an id or address: of a business that of the person whom emails go to, else that of the
 * person. Throws 404.
 */
export async function personByIdOrEmail(orm: Orm | Tx, id: string): Promise<PersonRow> {
  const named = or(and(eq(p.partnerId, id), eq(p.leads, true)), eq(p.id, id), eq(p.emailKey, emailKey(id)));
  const found = await orm.select().from(p).where(named);
  // the first person has the id of the business, even after another owner leads it
  const person = found.find(({ partnerId, leads }) => partnerId === id && leads) ?? found[0];
  if (!person) throw noSuchPartner();
  return person;
}

export const noSuchPartner = () => new DomainError("notFound", "This partner does not exist");

const SORTINGS: Readonly<Record<ListInput["sort"], Sorting<PartnerRow>>> = {
  newest: { column: t.createdAt, kind: "time", descending: true, of: (row) => row.createdAt },
  oldest: { column: t.createdAt, kind: "time", descending: false, of: (row) => row.createdAt },
  business: { column: t.businessName, kind: "text", descending: false, of: (row) => row.businessName },
  email: { column: t.emailKey, kind: "text", descending: false, of: (row) => row.emailKey },
};

/** Partners, newest first by default; `q` searches business name, contact name and e-mail address. */
export function list(
  { deps }: ActionContext<StaffActor>,
  input: ListInput,
): Promise<Page<z.input<typeof partner>>> {
  const where = matching(input);
  return readPage(deps.db.orm, { table: t, sorting: SORTINGS[input.sort], where, input });
}

function matching({ q, verified }: PartnerFilters): SQL | undefined {
  return and(
    q === "" ? undefined : named(keyContaining(q)),
    verified === undefined ? undefined : eq(t.isVerified, verified),
  );
}

/** By the business, its contact, or the name or address of one of its people. */
function named(pattern: string): SQL | undefined {
  const people = new QueryBuilder().select({ id: p.partnerId }).from(p).where(like(p.searchKey, pattern));
  return or(like(t.searchKey, pattern), inArray(t.id, people));
}

/** The ids of all that match. Throws 409 if they are not as many as the caller saw. */
export const selectPartners = (
  { deps }: ActionContext<StaffActor>,
  { count: seen, ...filters }: PartnerFilters & Seen,
) => selectIds(deps.db.orm, t, matching(filters), seen);

/** `byIdOrEmail`; undefined if there is none. */
export async function findPartner({ db }: Deps, id: string): Promise<PartnerRow | undefined> {
  const ofPerson = new QueryBuilder()
    .select({ id: p.partnerId })
    .from(p)
    .where(eq(p.emailKey, emailKey(id)));
  const [row] = await db.orm
    .select()
    .from(t)
    .where(or(eq(t.id, id), inArray(t.id, ofPerson)));
  return row;
}

/** A partner by its id or the address of one of its people. Throws 404. */
export async function byIdOrEmail({ deps }: ActionContext<StaffActor>, id: string): Promise<PartnerRow> {
  const row = await findPartner(deps, id);
  if (!row) throw noSuchPartner();
  return row;
}

/** Counts all partners, the verified ones and those pending verification. */
export async function counts({ deps }: ActionContext<StaffActor>) {
  const verified = sql<number>`count(*) filter (where ${t.isVerified})::int`;
  const [row] = await deps.db.orm.select({ total: count(), verified }).from(t);
  const { total, verified: done } = row ?? { total: 0, verified: 0 };
  return { total, verified: done, pending: total - done };
}

/** The number of accounts that are not verified; 0 for a role that may not read them. */
export async function unverifiedPartners({ deps, principal }: ActionContext<StaffActor>): Promise<number> {
  if (principal.kind === "staff" && principal.role === "admin") return 0;
  return deps.db.orm.$count(t, eq(t.isVerified, false));
}

/** How many businesses there are. The start shows it. */
export const countPartners = async ({ db }: Deps): Promise<number> => {
  const [counted] = await db.orm.select({ accounts: count() }).from(t);
  return counted?.accounts ?? 0;
};

/** The addresses of partners by id; those of deleted accounts are absent. Other modules mail them. */
export async function addressesOf(
  tx: Tx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await tx.select({ id: t.id, email: t.email }).from(t).where(inArray(t.id, known));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** The address of a partner; null without an account. */
export const addressOf = async (tx: Tx, id: string | null): Promise<string | null> =>
  (await addressesOf(tx, [id])).get(id) ?? null;

/** The person whom emails to a business go to; null without an account. */
export async function leadOf(tx: Tx, partnerId: string | null): Promise<PersonRow | null> {
  if (partnerId === null) return null;
  const [row] = await tx
    .select()
    .from(p)
    .where(and(eq(p.partnerId, partnerId), eq(p.leads, true)));
  return row ?? null;
}

/** Locks a business, and says whether a person still works for it. */
export async function lockIfWorksFor(tx: Tx, partnerId: string, personId: string): Promise<boolean> {
  const partner = await lockPartner(tx, partnerId);
  return partner !== null && (await tx.$count(p, and(eq(p.partnerId, partnerId), eq(p.id, personId)))) > 0;
}

/** Those of the ids that are of a business of others, current or in the trash: its first person has its id, and may leave it. */
export async function businessesOfOthers(
  tx: Tx,
  email: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const owns = or(and(isNull(people.deletedAt), eq(people.role, "owner")), people.leads);
  const rows = await tx
    .selectDistinct({ id: people.partnerId })
    .from(people)
    .where(and(inArray(people.partnerId, [...ids]), owns, ne(people.emailKey, emailKey(email))));
  return rows.map(({ id }) => id);
}

/** The addresses of all owners of a business. */
export async function ownerAddresses(tx: Tx, partnerId: string | null): Promise<readonly string[]> {
  if (partnerId === null) return [];
  const owners = and(eq(p.partnerId, partnerId), eq(p.role, "owner"));
  const rows = await tx.select({ email: p.email }).from(p).where(owners).orderBy(p.createdAt, p.id);
  return rows.map(({ email }) => email);
}
