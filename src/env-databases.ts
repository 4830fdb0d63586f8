import { z } from "zod";
import { hostAndPort, oneOf, postgresUrl } from "./env-fields.ts";
import { hasNeonHost, readServerAddress } from "./shared/server-address.ts";

export const databaseVariables = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DRIVER: oneOf(["neon", "postgres"]).optional(),
  NEON_WS_PROXY: hostAndPort.optional(),
  MAIN_DATABASE_URL: postgresUrl.optional(),
};

const shape = z.object(databaseVariables);
type Variables = z.output<typeof shape>;

export const databaseSettings = (env: Variables) => ({
  databaseUrl: env.DATABASE_URL,
  databaseDriver: env.DATABASE_DRIVER,
  neonWsProxy: env.NEON_WS_PROXY,
  mainDatabaseUrl: env.MAIN_DATABASE_URL,
});

/** Why these settings cannot be used together, in one sentence. */
export function databaseProblem(env: Variables): string | undefined {
  for (const name of ["DATABASE_URL", "MAIN_DATABASE_URL"] as const)
    if (isNeon(env, env[name]) && hasSeveralHosts(env[name]))
      return `${name} must name one host: Neon's driver does not choose between several.`;
  return undefined;
}

const isNeon = ({ DATABASE_DRIVER: driver }: Variables, url: string | undefined): boolean =>
  url !== undefined && (driver === undefined ? hasNeonHost(url) : driver === "neon");

const hasSeveralHosts = (url: string | undefined): boolean =>
  (readServerAddress(url ?? "")?.urls.length ?? 0) > 1;
