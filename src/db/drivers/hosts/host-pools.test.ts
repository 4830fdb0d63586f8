import { expect, test } from "bun:test";
import { failureOf } from "../../../testing/failure.ts";
import { NoWritableHost } from "../../errors.ts";
import type { PoolClient } from "../client-pool.ts";
import { HostPools } from "./host-pools.ts";
import type { HostRole } from "./host-role.ts";

const primary = (timeline: number): HostRole => ({ writable: true, cluster: "7", timeline });
const STANDBY: HostRole = { writable: false, cluster: "7", timeline: 0 };
const GONE = new Error("Connection refused");

/** Hosts whose roles a test sets; one without a role is away. */
function hosts(roles: Record<string, HostRole | undefined>) {
  const seen = { asked: 0, moves: [] as string[], ended: [] as string[], busy: false };
  const answer = (url: string): HostRole => {
    const role = roles[url];
    if (!role) throw GONE;
    return role;
  };
  const pools = new HostPools({
    urls: ["a", "b"],
    open: (url, check) => ({
      ...{ totalCount: 2, idleCount: 1, waitingCount: 0 },
      async connect() {
        if (seen.busy) throw new Error("timeout exceeded when trying to connect");
        check(answer(url));
        return { at: url } as unknown as PoolClient;
      },
      end: async () => void seen.ended.push(url),
      on: () => {},
    }),
    ask: async (url) => {
      seen.asked++;
      return answer(url);
    },
    onMove: (url) => seen.moves.push(url),
  });
  const counts = () => [pools.totalCount, pools.idleCount, pools.waitingCount];
  const at = async () => ((await pools.connect()) as unknown as { at: string }).at;
  return { roles, seen, at, counts };
}

test("the connections that are counted are those to the host in use", async () => {
  const { at, counts } = hosts({ a: STANDBY, b: primary(1) });
  expect(counts()).toEqual([0, 0, 0]);
  await at();
  expect(counts()).toEqual([2, 1, 0]);
});

test("the host is asked for once, however many wait for it, and then kept", async () => {
  const { seen, at } = hosts({ a: STANDBY, b: primary(1) });
  expect(new Set(await Promise.all(Array.from({ length: 20 }, at)))).toEqual(new Set(["b"]));
  expect([await at(), seen.asked]).toEqual(["b", 2]);
});

test("a host that became a standby is left with its pool, although it still takes connections", async () => {
  const { roles, seen, at } = hosts({ a: primary(1), b: STANDBY });
  expect(await at()).toBe("a");
  Object.assign(roles, { a: STANDBY, b: primary(2) });
  expect([await at(), seen.moves, seen.ended]).toEqual(["b", ["b"], ["a"]]);
});

test("a primary that is older than one seen before is not used, even if it is the only one", async () => {
  const { roles, at } = hosts({ a: primary(1), b: primary(2) });
  expect(await at()).toBe("b");
  Object.assign(roles, { b: undefined });
  expect(await failureOf(at)).toBeInstanceOf(NoWritableHost);
  Object.assign(roles, { a: { ...primary(1), cluster: "8" } }); // restored from a backup, which begins again
  expect(await at()).toBe("a");
});

test("of two primaries with the same timeline the one in use is kept", async () => {
  const { roles, at } = hosts({ b: primary(1) });
  expect(await at()).toBe("b");
  Object.assign(roles, { a: primary(1) });
  expect(await at()).toBe("b");
});

test("a pool whose connections are all in use is no reason to look for another host", async () => {
  const { seen, at } = hosts({ a: primary(1) });
  await at();
  seen.busy = true;
  await failureOf(at);
  expect(seen.asked).toBe(2);
});
