import { writeRecord } from "./output.ts";

/** Prints a broadcast without its preview, which `broadcast preview` shows. */
export function printBroadcast(result: unknown): Promise<void> {
  const { preview: _, ...fields } = result as { readonly preview: unknown };
  return writeRecord(fields);
}
