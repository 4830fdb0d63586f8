import { type ListHead, refusedRows } from "../../../shared/list-columns.ts";

interface Line {
  readonly at: number;
  readonly reason: string;
}

/** Saves the rows of a list that were not taken, as the list has them, with a column of reasons. */
export async function saveRefusedRows(
  file: File,
  head: Pick<ListHead, "header" | "delimiter">,
  lines: readonly Line[],
): Promise<void> {
  const rows = refusedRows(textOf(await file.arrayBuffer()), head, lines);
  saveCsv(`${file.name.replace(/\.\w+$/, "")}-to-fix.csv`, rows);
}

/** Saves a text as a file. */
export function saveCsv(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: "text/csv" })); // the mark is for Excel
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

const KEPT_MS = 60_000; // until the browser has read it

/** Without the mark with which a file of UTF-16 begins. */
function textOf(buffer: ArrayBuffer): string {
  const [first, second] = new Uint8Array(buffer.slice(0, 2));
  const isLittle = second === 0 || (first === 0xff && second === 0xfe);
  const isBig = first === 0 || (first === 0xfe && second === 0xff);
  const encoding = isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(buffer);
}
