import { openDatabase } from "../../src/db/client.ts";
import { scratch, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { median } from "./figures.ts";

const LEAST = 1; // millisecond; the larger of this and SHARE is allowed (docs/security.md REC-02)
const SHARE = 0.05; // of the time itself

const PATHS = { "a partner's": "/partner/api/password/forgot", "a staff": "/api/admin/password/forgot" };

/** Whether the time of "Forgot your password?" reveals that an address has an account. */
export const recovery: Case = {
  name: "recovery",
  async run(extent) {
    const home = await scratch();
    const addresses = extent.short ? 20 : 200;
    await (await startServer({ DATA_DIR: home.path })).term();
    await addAccounts(home.path, addresses);
    const server = await startServer({ DATA_DIR: home.path, TRUST_PROXY: "1", RATE_LIMIT: "off" });
    try {
      const findings: Finding[] = [];
      for (const [whose, path] of Object.entries(PATHS))
        findings.push(await compare(whose, `${server.url}${path}`, addresses, extent));
      return findings;
    } finally {
      await server.term();
      await home.remove();
    }
  },
};

async function addAccounts(dataDir: string, addresses: number): Promise<void> {
  const db = await openDatabase({ dataDir });
  await db.query(
    `with made as (
       insert into partners (id, business_name, contact_name, phone, created_at, updated_at)
       select 'k' || n, 'B', 'C', '', now(), now() from generate_series(1, $1::int) n returning id)
     insert into partner_people (id, partner_id, name, role, leads, email, email_key, password_hash, created_at, updated_at)
     select 'k' || n, 'k' || n, 'C', 'owner', true, 'known' || n || '@example.org', 'known' || n || '@example.org', '', now(), now()
     from generate_series(1, $1::int) n`,
    [addresses],
  );
  await db.query(
    `insert into staff_users (id, username, username_key, email, password_hash, role, created_at, updated_at)
     select 's' || n, 'staff' || n, 'staff' || n, 'known' || n || '@example.org', '', 'admin', now(), now()
     from generate_series(1, $1::int) n`,
    [addresses],
  );
  await db.close();
}

async function compare(whose: string, url: string, addresses: number, { short }: Extent): Promise<Finding> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let n = 0; n < 20; n += 1) await asked(url, `warm${n}@example.org`);
  for (let n = 1; n <= addresses; n += 1) {
    // alternately first, so that neither profits from following the other
    const order = n % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const kind of order) times[kind].push(await asked(url, `${kind}${n}@example.org`));
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const allowed = Math.max(LEAST / unknown, SHARE);
  const ratio = known / unknown;
  return {
    what: `${whose} forgotten password, ${addresses} known addresses against as many unknown ones`,
    figure: `${ratio.toFixed(3)} times ${unknown.toFixed(2)} ms (1 ± ${allowed.toFixed(2)})`,
    ok: short ? null : Math.abs(ratio - 1) <= allowed,
  };
}

/** Milliseconds until the answer. */
async function asked(url: string, email: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a forgotten password answered ${answer.status}`);
  return performance.now() - started;
}
