import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { type Finding, missing } from "../harness/suite.ts";

/** PostgreSQL's default of 128 MB is too little for tables of millions of rows. */
const SETTINGS = ["shared_buffers=1GB"];

/** Runs `work` on a new PostgreSQL server. Reports a skip if PostgreSQL is not installed. */
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
