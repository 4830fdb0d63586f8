import { type Postgres, startPostgres } from "../harness/postgres.ts";
import { type Env, scratch } from "../harness/server.ts";
import { type Finding, missing } from "../harness/suite.ts";

interface PostgresFixture {
  readonly postgres: Postgres;
  readonly url: string;
  /** A folder for the case's own files. */
  readonly home: string;
}

/** Runs `work` on a disposable PostgreSQL server. Reports a skip if PostgreSQL is not installed. */
export async function onPostgres(work: (ground: PostgresFixture) => Promise<Finding[]>): Promise<Finding[]> {
  const postgres = await startPostgres();
  if ("missing" in postgres) return [missing(postgres.missing)];
  const home = await scratch();
  try {
    return await work({ postgres, url: postgres.url, home: home.path });
  } finally {
    await postgres.remove();
    await home.remove();
  }
}

/** The settings of an instance on a server's database. */
export const instanceEnv = (url: string): Env => ({
  DATABASE_URL: url,
  SECRET_KEY: "a key for a database that is mistreated",
});

export const finding = (what: string, ok: boolean, figure: string): Finding => ({ what, figure, ok });
