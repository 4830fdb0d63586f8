import pg from "pg";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { DatabaseUnavailable } from "../../errors.ts";

/** What a host says about itself. */
export interface HostRole {
  readonly writable: boolean;
  /** The cluster that the host is a copy of. */
  readonly cluster: string;
  /** Grows with each promotion of a standby, so that of two primaries of a cluster the newer one is known. */
  readonly timeline: number;
}

/** Of hosts that need not accept writes: the first one that answers is as good as any. */
export const ANY_ROLE: HostRole = { writable: true, cluster: "", timeline: 0 };

const SELECT_ROLE = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable,
    (select system_identifier::text from pg_control_system()) as cluster,
    case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`;

/** Throws if the host does not answer within `timeout` milliseconds. */
export async function roleOf(client: Pick<pg.ClientBase, "query">, timeout: number): Promise<HostRole> {
  const answer = client.query<HostRole>(SELECT_ROLE);
  const { rows } = await withTimeout(
    answer,
    timeout,
    () => new DatabaseUnavailable("The host did not answer."),
  );
  const [role] = rows;
  if (!role) throw new DatabaseUnavailable("The host did not say what it is.");
  return role;
}

/** The role of a host, over a connection of its own. Throws if it cannot be reached within `timeout` milliseconds. */
export async function askRole(url: string, timeout: number): Promise<HostRole> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout });
  client.on("error", () => {}); // an unhandled one ends the process
  try {
    await client.connect();
    return await roleOf(client, timeout);
  } finally {
    client.end().catch(() => {});
  }
}
