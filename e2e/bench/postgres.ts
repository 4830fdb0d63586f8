import { type Postgres, startPostgres } from "../postgres.ts";
import { type Finding, missing } from "../suite.ts";

/** Runs `work` on a PostgreSQL of its own; says what is missing where this machine has none. */
export async function withPostgres(
  lack: string | null,
  work: (postgres: Postgres) => Promise<Finding[]>,
): Promise<readonly Finding[]> {
  if (lack !== null) return [missing(lack)];
  const postgres = await startPostgres();
  if ("missing" in postgres) return [missing(postgres.missing)];
  try {
    return await work(postgres);
  } finally {
    await postgres.remove();
  }
}
