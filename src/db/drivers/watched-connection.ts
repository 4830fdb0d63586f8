import type { StatementWatch } from "../types.ts";
import type { Connection, StatementRows } from "./driver.ts";

/** The connection with a watch on its statements. */
export function watchedConnection(connection: Connection, { ms, report }: StatementWatch): Connection {
  return {
    get broken() {
      return connection.broken;
    },
    async run(statement, timeoutMs): Promise<StatementRows> {
      const began = performance.now();
      try {
        return await connection.run(statement, timeoutMs);
      } finally {
        const took = performance.now() - began;
        if (took >= ms) report(statement.text, took);
      }
    },
    release: () => connection.release(),
  };
}
