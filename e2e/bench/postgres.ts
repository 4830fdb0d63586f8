import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { type Finding, missing } from "../harness/suite.ts";

/** A server for tables of millions of rows has more than the 128 MB that PostgreSQL comes with. */
const SETTINGS = ["shared_buffers=1GB"];

/** Runs `work` on a PostgreSQL of its own; says what is missing where this machine has none. */
export async function withPostgres(
  lack: string | null,
  work: (postgres: Postgres) => Promise<Finding[]>,
): Promise<readonly Finding[]> {
  if (lack !== null) return [missing(lack)];
  const postgres = await startPostgres(SETTINGS);
  if ("missing" in postgres) return [missing(postgres.missing)];
  try {
    return await work(postgres);
  } finally {
    await postgres.remove();
  }
}
