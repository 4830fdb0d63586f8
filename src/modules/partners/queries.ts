import { and, count, eq, like, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ActionContext } from "../../core/rpc/context.ts";
import type { StaffActor } from "../../core/rpc/procedures.ts";
import { keyContaining } from "../../db/query/like-pattern.ts";
import { readPage, type Sorting } from "../../db/query/paging.ts";
import type { Page } from "../../shared/listing.ts";
import type { partner, partnerList } from "./schema.ts";
import { partners as t } from "./table.ts";

type Row = typeof t.$inferSelect;
type Wanted = z.output<typeof partnerList>;

const SORTINGS: Readonly<Record<Wanted["sort"], Sorting<Row>>> = {
  newest: { column: t.createdAt, kind: "time", descending: true, of: (row) => row.createdAt },
  oldest: { column: t.createdAt, kind: "time", descending: false, of: (row) => row.createdAt },
  business: { column: t.businessName, kind: "text", descending: false, of: (row) => row.businessName },
  email: { column: t.emailKey, kind: "text", descending: false, of: (row) => row.emailKey },
};

/** Partners, newest first unless sorted otherwise; `q` looks into business, person and address. */
export function list(
  { deps }: ActionContext<StaffActor>,
  input: Wanted,
): Promise<Page<z.input<typeof partner>>> {
  const { limit, cursor } = input;
  const where = wantedBy(input);
  return readPage(deps.db.orm, { table: t, sorting: SORTINGS[input.sort], where, limit, cursor });
}

function wantedBy({ q, verified }: Wanted): SQL | undefined {
  return and(
    q === "" ? undefined : like(t.searchKey, keyContaining(q)),
    verified === undefined ? undefined : eq(t.isVerified, verified),
  );
}

/** How many partners there are, are verified, and wait to be (spec: support-partner-sync 2). */
export async function counts({ deps }: ActionContext<StaffActor>) {
  const verified = sql<number>`count(*) filter (where ${t.isVerified})::int`;
  const [row] = await deps.db.orm.select({ total: count(), verified }).from(t);
  const { total, verified: sure } = row ?? { total: 0, verified: 0 };
  return { total, verified: sure, pending: total - sure };
}
