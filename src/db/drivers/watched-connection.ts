import type { StatementWatch } from "../types.ts";
import type { Connection, Statement } from "./driver.ts";

/** The connection with a watch on its statements. */
export function watchedConnection(connection: Connection, { ms, report }: StatementWatch): Connection {
  const timed = async <T>({ text }: Statement, answer: Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await answer;
    } finally {
      const took = performance.now() - began;
      if (took >= ms) report(text, took);
    }
  };
  return {
    get broken() {
      return connection.broken;
    },
    run: (statement, timeoutMs, signal) => timed(statement, connection.run(statement, timeoutMs, signal)),
    readText: (statement, timeoutMs) => timed(statement, connection.readText(statement, timeoutMs)),
    release: () => connection.release(),
  };
}
