import { openDatabase } from "../../src/db/client.ts";
import { scratch, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { median } from "./figures.ts";

const LEAST = 3; // milliseconds; the larger of this and SHARE is allowed (docs/security.md AUT-06)
const SHARE = 0.05; // of the time itself
const TRIES = 5; // per name, below its throttle's limit

/** Whether the time of a refused sign-in reveals that a name exists or that its account is deactivated. */
export const signIns: Case = {
  name: "sign-ins",
  async run(extent) {
    const home = await scratch();
    const names = (extent.short ? 20 : 200) / TRIES;
    await (await startServer({ DATA_DIR: home.path })).term();
    await addAccounts(home.path, names);
    const server = await startServer({ DATA_DIR: home.path, TRUST_PROXY: "1", RATE_LIMIT: "off" });
    try {
      return await compare(`${server.url}/api/admin/login`, names, extent);
    } finally {
      await server.term();
      await home.remove();
    }
  },
};

async function addAccounts(dataDir: string, names: number): Promise<void> {
  const db = await openDatabase({ dataDir });
  const hash = await Bun.password.hash("a password that no client sends", {
    algorithm: "argon2id",
    memoryCost: 19_456,
    timeCost: 2,
  });
  await db.query(
    `insert into staff_users (id, username, username_key, email, password_hash, role, is_active, created_at, updated_at)
     select k || n, k || n, k || n, k || n || '@example.org', $1, 'admin', k = 'open', now(), now()
     from generate_series(1, $2::int) n, unnest(array['open', 'closed']) k`,
    [hash, names],
  );
  await db.close();
}

async function compare(url: string, names: number, { short }: Extent): Promise<Finding[]> {
  const times: Record<"open" | "closed" | "unknown", number[]> = { open: [], closed: [], unknown: [] };
  for (let n = 1; n <= names; n += 1) {
    for (let round = 0; round < TRIES; round += 1) {
      for (const kind of ["unknown", "open", "closed"] as const) {
        times[kind].push(await refused(url, `${kind}${n}`));
      }
    }
  }
  const base = median(times.unknown);
  return (["open", "closed"] as const).map((kind) => {
    const apart = Math.abs(median(times[kind]) - base);
    const allowed = Math.max(LEAST, base * SHARE);
    return {
      what: `a wrong password, the account ${kind}, against an unknown name`,
      figure: `${apart.toFixed(2)} ms apart of ${base.toFixed(1)} ms (at most ${allowed.toFixed(1)})`,
      ok: short ? null : apart <= allowed,
    };
  });
}

/** Milliseconds until a wrong sign-in is refused. Every attempt comes from a new address. */
async function refused(url: string, username: string): Promise<number> {
  const address = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join(".");
  const started = performance.now();
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
    body: JSON.stringify({ username, password: "a wrong one" }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 401) throw new Error(`a wrong sign-in answered ${answer.status}`);
  return performance.now() - started;
}
