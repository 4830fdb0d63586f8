import { z } from "zod";
import { hasNeonHost, readServerAddress } from "../shared/server-address.ts";
import { hostAndPort, oneOf, postgresUrl, wholeNumber } from "./fields.ts";

export const databaseVariables = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_DRIVER: oneOf(["neon", "postgres"]).optional(),
  NEON_WS_PROXY: hostAndPort.optional(),
  MAIN_DATABASE_URL: postgresUrl.optional(),
  SLOW_STATEMENT_MS: wholeNumber(0, 60_000).default(500),
};

const shape = z.object(databaseVariables);
type Variables = z.output<typeof shape>;

export const databaseSettings = (env: Variables) => ({
  databaseUrl: env.DATABASE_URL,
  /** A standby of `databaseUrl` for exports and searches. */
  databaseReplicaUrl: env.DATABASE_REPLICA_URL,
  databaseDriver: env.DATABASE_DRIVER,
  neonWsProxy: env.NEON_WS_PROXY,
  mainDatabaseUrl: env.MAIN_DATABASE_URL,
  /** Statements that take as many milliseconds are logged; 0 for none. */
  slowStatementMs: env.SLOW_STATEMENT_MS,
});

/** Why these settings cannot be used together, in one sentence. */
export function databaseProblem(env: Variables): string | undefined {
  const { DATABASE_URL: url, DATABASE_REPLICA_URL: replica } = env;
  for (const name of ["DATABASE_URL", "MAIN_DATABASE_URL"] as const)
    if (isNeon(env, env[name]) && hasSeveralHosts(env[name]))
      return `${name} must name one host: Neon's driver does not choose between several.`;
  if (replica === undefined) return undefined;
  if (url === undefined)
    return "DATABASE_REPLICA_URL needs DATABASE_URL: an embedded database has no replica.";
  if (isNeon(env, url) || isNeon(env, replica))
    return "DATABASE_REPLICA_URL cannot be used with Neon: remove it.";
  if (hasSeveralHosts(replica)) return "DATABASE_REPLICA_URL must name one host.";
  return undefined;
}

const isNeon = ({ DATABASE_DRIVER: driver }: Variables, url: string | undefined): boolean =>
  url !== undefined && (driver === undefined ? hasNeonHost(url) : driver === "neon");

const hasSeveralHosts = (url: string | undefined): boolean =>
  (readServerAddress(url ?? "")?.urls.length ?? 0) > 1;
