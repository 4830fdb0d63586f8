import type { Database } from "../../../db/client.ts";

/** How the sandbox misbehaves; rows of `sandbox_switches`, for tests and drills. Zero and no row: it behaves. */
export const SANDBOX_SWITCHES = [
  /** Its record is made, and its answer comes this much later. */
  "answer_delay_ms",
  /** Its record is made, and its answer never comes. */
  "answer_lost",
  /** Its notices come this much later. */
  "notice_delay_ms",
  /** Its notices come this many times more. */
  "notice_repeats",
  /** Its notices come last first. */
  "notice_reversed",
  /** Its notices never come. */
  "notice_lost",
] as const;

export type Switches = Readonly<Partial<Record<(typeof SANDBOX_SWITCHES)[number], number>>>;

export async function switchesOf(db: Database): Promise<Switches> {
  const rows = await db.query<{ name: string; value: number }>("select name, value from sandbox_switches");
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
