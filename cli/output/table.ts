const COLUMN_GAP = "  ";

/** Text in aligned columns without borders. Aligns by display width, so that Arabic, CJK and emoji line up too. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { bold }: { readonly bold: boolean },
): string {
  const widths = head.map((name, column) =>
    Math.max(Bun.stringWidth(name), ...rows.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(cell.length + (widths[column] ?? 0) - Bun.stringWidth(cell)))
      .join(COLUMN_GAP)
      .trimEnd();
  const headLine = lineOf(head);
  return [bold ? `\x1b[1m${headLine}\x1b[22m` : headLine, ...rows.map(lineOf)].join("\n");
}
