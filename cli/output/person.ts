import type { Person } from "../../src/modules/people/schema.ts";
import { PERSONAL_DATA_KINDS, PERSONAL_DATA_LABELS } from "../../src/shared/people/personal-data.ts";
import { operationNamed } from "../operations.ts";
import { write, writeRecord, writeRows } from "./output.ts";

/** Prints the records of each kind as a table, then what an erasure would leave. */
export async function printPerson(result: unknown): Promise<void> {
  const { email, counts, data, kept } = result as Person;
  const found = PERSONAL_DATA_KINDS.filter((kind) => counts[kind] > 0);
  if (found.length === 0) await write(`Nothing is kept about ${email}.\n`);
  for (const kind of found) {
    const [records, count] = [data[kind], counts[kind]];
    const shown = records.length < count ? `, the newest ${records.length} shown` : "";
    await write(`${PERSONAL_DATA_LABELS[kind]} (${count}${shown})\n`);
    await writeRows(operationNamed("admin.people.show"), records);
    await write("\n");
  }
  if (kept.length > 0) await writeRecord({ "stays after erasing": kept });
}
