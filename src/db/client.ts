import { createDatabase } from "./database.ts";
import { openNeon } from "./drivers/neon.ts";
import { openPglite } from "./drivers/pglite.ts";
import { openPostgres } from "./drivers/postgres.ts";
import type { Database, EmbeddedConfig, ServerConfig } from "./types.ts";

export type * from "./types.ts";

/**
 * Opens a database. An embedded one belongs to this process until `close`: throws an `Error` with one sentence when
 * another holds it. A served one is asked for the first time by the first statement.
 */
export async function openDatabase(where: EmbeddedConfig | ServerConfig): Promise<Database> {
  if ("dataDir" in where) return createDatabase(await openPglite(where.dataDir));
  const driver = where.driver ?? (isNeonHost(new URL(where.url).hostname) ? "neon" : "postgres");
  return createDatabase(driver === "neon" ? openNeon(where) : openPostgres(where));
}

/** Whether a host name is one of Neon's. */
export function isNeonHost(host: string): boolean {
  return /\.neon\.(tech|build)$/i.test(host);
}
