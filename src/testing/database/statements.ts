import { spyOn } from "bun:test";
import { PgliteConnection } from "../../db/drivers/pglite.ts";
import { PooledConnection } from "../../db/drivers/pool.ts";

/** The text of every statement that an act runs on the database, `begin` and `commit` included, in order. */
export async function statementsOf(act: () => Promise<unknown>): Promise<readonly string[]> {
  const spies = [spyOn(PgliteConnection.prototype, "run"), spyOn(PooledConnection.prototype, "run")];
  try {
    await act();
    return spies.flatMap(({ mock }) => mock.calls.map(([{ text }]) => text));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
