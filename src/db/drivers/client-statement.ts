import type { StatementRows } from "./driver.ts";

/**
 * From its text, so that instances of different versions behind one pooler never share a name for different statements.
 */
export const statementName = (text: string): string => `rihla_${Bun.hash(text).toString(36)}`;

/** Both drivers return one result, or a list for several statements in one text. */
export function readResult(result: unknown): StatementRows {
  const last = (Array.isArray(result) ? result.at(-1) : result) as {
    rows?: unknown[];
    rowCount?: number | null;
  };
  return { rows: last.rows ?? [], rowCount: last.rowCount ?? 0 };
}
