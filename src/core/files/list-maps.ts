import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Tx } from "../../db/client.ts";
import { type ListHead, type ListMap, REASON_COLUMN } from "../../shared/list-columns.ts";
import { foldName } from "./list-columns.ts";
import { listMaps } from "./list-maps.table.ts";
import { type ListKind, type OpenList, openList } from "./list-reader.ts";

/** An opened list, and how to remember the way it is read. */
export interface KeptList extends OpenList {
  /** Keeps what a person said of it for the next list with this header. Does nothing if nothing was said, or if an address is among its names. */
  readonly remember: (tx: Tx, now: Date) => Promise<void>;
}

type Reader = Pick<Tx, "select">;

/** Opens a list as a person says, else as the last one of its kind with this header was read, else as it is recognized. */
export async function openKept(
  db: Reader | undefined,
  kind: string,
  text: AsyncIterable<string>,
  fields: ListKind,
  map: ListMap | undefined,
): Promise<KeptList> {
  let shape = "";
  const mapOf = async (header: readonly string[]) => {
    shape = shapeOf(header);
    return map ?? (db ? await remembered(db, kind, shape) : null);
  };
  const list = await openList(text, fields, mapOf);
  const remember = async (tx: Tx, now: Date): Promise<void> => {
    // what looks like a column may be a row about a person
    if (map === undefined || list.columns.some(({ column }) => column.includes("@"))) return;
    const columns = Object.fromEntries(list.columns.map(({ column, field }) => [column, field]));
    const row = { columns, savedAt: now }; // values are of one list: the next one of this program may be of another state
    await tx
      .insert(listMaps)
      .values({ kind, shape, ...row })
      .onConflictDoUpdate({ target: [listMaps.kind, listMaps.shape], set: row });
  };
  return { ...list, remember };
}

/** Equal for a list and for its lines that were mended, which have a column of reasons. */
function shapeOf(header: readonly string[]): string {
  const names = header.filter((column) => column !== REASON_COLUMN).map(foldName);
  return createHash("sha256").update(JSON.stringify(names)).digest("hex");
}

async function remembered(db: Reader, kind: string, shape: string) {
  const [row] = await db
    .select({ columns: listMaps.columns })
    .from(listMaps)
    .where(and(eq(listMaps.kind, kind), eq(listMaps.shape, shape)));
  return row ? { columns: row.columns, values: {}, isRemembered: true } : null;
}

export const missingColumns = (names: readonly string[]): string =>
  `No column was recognized as: ${names.join(", ")}.`;

/** What is said of a list in a report. */
export const headOf = ({ header, delimiter, columns }: OpenList): ListHead => ({
  header,
  delimiter,
  columns: [...columns],
});
