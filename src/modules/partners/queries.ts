import { and, count, eq, inArray, like, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { unauthenticated } from "../../core/auth/authorize.ts";
import type { LiveSession } from "../../core/auth/sessions.ts";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { type Seen, selectIds } from "../../db/query/select-ids.ts";
import { DomainError } from "../../shared/errors.ts";
import { emailKey } from "../../shared/fields.ts";
import type { Page } from "../../shared/listing.ts";
import type { partner, partnerList } from "./schema.ts";
import { currentPartners as t } from "./table.ts";

export type PartnerRow = typeof t.$inferSelect;
type ListInput = z.output<typeof partnerList>;
type PartnerFilters = Pick<ListInput, "q" | "verified">;

export const principalOf = (
  { id, businessName }: PartnerRow,
  { id: sessionId, authenticatedAt }: Pick<LiveSession, "id" | "authenticatedAt">,
): PartnerPrincipal => ({
  kind: "partner",
  id,
  name: businessName,
  sessionId,
  authenticatedAt,
});

/** The name that a closed case keeps; null where the partner closed it by deleting the account. */
export const reviewerOf = (principal: StaffActor | PartnerPrincipal): string | null =>
  principal.kind === "partner" ? null : principal.name;

/** The partner of a session token; null for an unknown or ended session. `polling` calls do not extend it. */
export async function partnerBySession(
  deps: Deps,
  token: string,
  polling: boolean,
): Promise<PartnerPrincipal | null> {
  const session = await deps.sessions.partner.validate(token, deps.now(), polling);
  if (!session) return null;
  const [partner] = await deps.db.orm.select().from(t).where(eq(t.id, session.userId));
  return partner ? principalOf(partner, session) : null;
}

/** The caller's own profile. Throws 401 if the account was deleted. */
export async function ownProfile({ deps, principal }: ActionContext<PartnerPrincipal>): Promise<PartnerRow> {
  const [partner] = await deps.db.orm.select().from(t).where(eq(t.id, principal.id));
  if (!partner) throw unauthenticated();
  return partner;
}

/**
 * Locks an account until the transaction ends, so that what a partner submits, decisions about it and its deletion
 * run one after another. Lock order everywhere: partner, then places, then claims by id. Null if the account was deleted.
 */
export async function lockPartner(tx: Tx, id: string): Promise<PartnerRow | null> {
  const [row] = await tx.select().from(t).where(eq(t.id, id)).for("update");
  return row ?? null;
}

/** `lockPartner` for several accounts, by id. Those that were deleted are absent. */
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

/** `lockPartner` for the caller's own account. Throws 401 if it was deleted. */
export async function lockOwnAccount(
  tx: Tx,
  { principal }: ActionContext<PartnerPrincipal>,
): Promise<PartnerRow> {
  const row = await lockPartner(tx, principal.id);
  if (!row) throw unauthenticated();
  return row;
}

/** `lockOwnAccount` for what needs a confirmed address. Throws 403 `CONFIRM_EMAIL` without one. */
export async function lockConfirmedAccount(
  tx: Tx,
  ctx: ActionContext<PartnerPrincipal>,
): Promise<PartnerRow> {
  const row = await lockOwnAccount(tx, ctx);
  if (ctx.deps.settings.requireConfirmedEmail && !row.emailConfirmed) throw unconfirmed();
  return row;
}

/** Throws 403 `CONFIRM_EMAIL` if the caller must confirm the address first. */
export async function requireConfirmedEmail(ctx: ActionContext<PartnerPrincipal>): Promise<void> {
  if (!ctx.deps.settings.requireConfirmedEmail) return;
  if (!(await ownProfile(ctx)).emailConfirmed) throw unconfirmed();
}

const unconfirmed = () =>
  new DomainError("forbidden", "Please confirm your email address first", { code: "CONFIRM_EMAIL" });

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
    q === "" ? undefined : like(t.searchKey, keyContaining(q)),
    verified === undefined ? undefined : eq(t.isVerified, verified),
  );
}

/** The ids of all that match. Throws 409 if they are not as many as the caller saw. */
export const selectPartners = (
  { deps }: ActionContext<StaffActor>,
  { count: seen, ...filters }: PartnerFilters & Seen,
) => selectIds(deps.db.orm, t, matching(filters), seen);

/** `byIdOrEmail`; undefined if there is none. */
export async function findPartner({ db }: Deps, id: string): Promise<PartnerRow | undefined> {
  const named = or(eq(t.id, id), eq(t.emailKey, emailKey(id)));
  const [row] = await db.orm.select().from(t).where(named);
  return row;
}

/** A partner by its id or its e-mail address. Throws 404. */
export async function byIdOrEmail({ deps }: ActionContext<StaffActor>, id: string): Promise<PartnerRow> {
  const row = await findPartner(deps, id);
  if (!row) throw new DomainError("notFound", "This partner does not exist");
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

/** How many partner accounts there are. The start shows it. */
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
