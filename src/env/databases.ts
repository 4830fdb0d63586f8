import type { z } from "zod";
import { hostAndPort, oneOf, postgresUrl, wholeNumber } from "./fields.ts";

export const databaseVariables = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DRIVER: oneOf(["neon", "postgres"]).optional(),
  NEON_WS_PROXY: hostAndPort.optional(),
  MAIN_DATABASE_URL: postgresUrl.optional(),
  SLOW_STATEMENT_MS: wholeNumber(0, 60_000).default(500),
};

type Variables = z.output<z.ZodObject<typeof databaseVariables>>;

export const databaseSettings = (env: Variables) => ({
  databaseUrl: env.DATABASE_URL,
  databaseDriver: env.DATABASE_DRIVER,
  neonWsProxy: env.NEON_WS_PROXY,
  mainDatabaseUrl: env.MAIN_DATABASE_URL,
  /** Statements that take as many milliseconds are logged; 0 for none. */
  slowStatementMs: env.SLOW_STATEMENT_MS,
});
