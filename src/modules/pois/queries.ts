import { and, desc, eq, isNotNull, isNull, like, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext, Deps, PartnerPrincipal } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import type { Tx } from "../../db/client.ts";
import { containsPattern } from "../../db/query/like-pattern.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import { DomainError } from "../../shared/errors.ts";
import type { Page } from "../../shared/listing.ts";
import type { PersonalData } from "../../shared/people/personal-data.ts";
import { withTierToday } from "../../shared/places/tier-today.ts";
import { foldedText } from "../../shared/spelling/spelling.ts";
import type { ownList, Place, PlaceFilters, StaffPlace, staffList } from "./schema.ts";
import { asPartnerSees } from "./search/search.ts";
import { cityKey } from "./search/word-index.ts";
import { pois as t } from "./table.ts";

type Row = typeof t.$inferSelect;

const NEWEST: Sorting<Row> = {
  column: t.createdAt,
  kind: "time",
  descending: true,
  of: (row) => row.createdAt,
};

/** Places, newest first; `q` searches name, address and city, ignoring accents and case. */
export async function list(
  { deps }: ActionContext<StaffActor>,
  input: z.output<typeof staffList>,
): Promise<Page<StaffPlace>> {
  const { limit, cursor } = input;
  const where = matching(input);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, limit, cursor });
  return { ...page, items: page.items.map((row) => withTierToday(row, deps.now())) };
}

function matching({ q, category, city, state, owner, syncState }: PlaceFilters): SQL | undefined {
  return and(
    q === "" ? undefined : like(t.identity, containsPattern(foldedText(q))),
    category === null ? undefined : eq(t.category, category),
    city === "" ? undefined : like(t.identity, `%|${containsPattern(cityKey(city)).slice(1)}|__|%`),
    state === "" ? undefined : eq(t.state, state.toUpperCase()),
    ownedBy(owner),
    syncState === null ? undefined : eq(t.syncState, syncState),
  );
}

function ownedBy(owner: string): SQL | undefined {
  if (owner === "") return undefined;
  if (owner === "any") return isNotNull(t.ownerId);
  return owner === "none" ? isNull(t.ownerId) : eq(t.ownerId, owner);
}

/** One place, for staff. Throws 404. */
export async function find({ deps }: ActionContext<StaffActor>, id: string): Promise<StaffPlace> {
  return placeOf(deps, id);
}

/** One place as a partner sees it. Throws 404. */
export async function show({ deps, principal }: ActionContext<PartnerPrincipal>, id: string) {
  return asPartnerSees(principal, await placeOf(deps, id));
}

async function placeOf({ db, now }: Deps, id: string) {
  const [row] = await db.orm.select().from(t).where(eq(t.id, id));
  if (!row) throw new DomainError("notFound", "This place does not exist");
  return withTierToday(row, now());
}

/** The places that the caller owns, newest first. */
export async function listOwn(
  { deps, principal }: ActionContext<PartnerPrincipal>,
  { limit, cursor }: z.output<typeof ownList>,
): Promise<Page<Place>> {
  const where = eq(t.ownerId, principal.id);
  const page = await readPage(deps.db.orm, { table: t, sorting: NEWEST, where, limit, cursor });
  return {
    ...page,
    items: page.items.map((row) => asPartnerSees(principal, withTierToday(row, deps.now()))),
  };
}

/** The places that a partner owns: those that `releaseOwner` frees. Called by `partners`. */
export async function placesOf(tx: Tx, ownerId: string): Promise<PersonalData> {
  const rows = await tx.select().from(t).where(eq(t.ownerId, ownerId)).orderBy(desc(t.createdAt));
  return { places: rows.map(placeRecord) };
}

const placeRecord = ({
  id,
  createdAt,
  name,
  address,
  city,
  state,
  zipCode,
  phone,
  website,
  category,
}: Row) => ({
  id,
  at: createdAt,
  name,
  address,
  city,
  state,
  zipCode,
  phone,
  website,
  category,
  onErasure: "cleared" as const,
});
