import { expect, test } from "bun:test";
import { openDatabase } from "../../db/client.ts";
import { warnIfReplicaAway } from "./reachable.ts";

test("a replica that cannot be reached is named by a warning without its password, and one that answers by none", async () => {
  const lines: string[] = [];
  const log = { warn: (line: string) => void lines.push(line) };
  const replica = await openDatabase({ url: "postgres://app:hidden@127.0.0.1:1/rihla", driver: "postgres" });
  await warnIfReplicaAway(replica, log);
  await replica.close();
  await warnIfReplicaAway({ ping: async () => {} }, log);
  expect(lines).toEqual([
    "DATABASE_REPLICA_URL cannot be used: the database at 127.0.0.1:1 cannot be reached. Exports and searches read from DATABASE_URL until it can.",
  ]);
});
