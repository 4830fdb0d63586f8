import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Deps } from "../../../core/rpc/context.ts";
import { type LinkKind, oneTimeLinks as t } from "./table.ts";

/** What the account's newest valid link of a kind would change; null if it has none. */
export async function dataOfValidLink({ db, now }: Deps, ownerId: string, kind: LinkKind) {
  const valid = and(eq(t.ownerId, ownerId), eq(t.kind, kind), isNull(t.usedAt), gt(t.expiresAt, now()));
  const [link] = await db.orm
    .select({ data: t.data })
    .from(t)
    .where(valid)
    .orderBy(desc(t.createdAt))
    .limit(1);
  return link?.data ?? null;
}
