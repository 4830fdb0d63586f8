import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../../db/client.ts";
import type { RecordRow } from "../tier/record-of.ts";
import { recordsOf } from "../tier/service.ts";
import { progressOf } from "./progress-of.ts";
import { certificateProgress as t } from "./table.ts";

const CHANGING: readonly RecordRow["kind"][] = ["certificate", "reading", "answer", "lookup", "revocation"];

/** Stores how far the certificates of a place are, after a record was added. The caller has locked the place. */
export async function storeProgress(
  tx: Tx,
  { poiId, kind }: Pick<RecordRow, "poiId" | "kind">,
): Promise<void> {
  if (!CHANGING.includes(kind)) return;
  const all = progressOf(await recordsOf(tx, poiId));
  if (all.length === 0) return;
  await tx
    .insert(t)
    .values([...all])
    .onConflictDoUpdate({
      target: t.certificateId,
      set: {
        alike: sql`excluded.alike`,
        withdrawn: sql`excluded.withdrawn`,
        settled: sql`excluded.settled`,
      },
      setWhere: sql`(${t.alike}, ${t.withdrawn}, ${t.settled})
        is distinct from (excluded.alike, excluded.withdrawn, excluded.settled)`,
    });
}

interface IssuerContact {
  /** Null if the issuer cannot be asked. */
  readonly askedAt: Date | null;
  readonly reminders: number;
  readonly remindedAt: Date | null;
}

/** Stores when the issuer of a certificate was asked and reminded. */
export async function storeAsked(tx: Tx, certificateId: string, asked: IssuerContact): Promise<void> {
  await tx.update(t).set(asked).where(eq(t.certificateId, certificateId));
}
