import { openDatabase } from "../../src/db/client.ts";
import { mailServer } from "../../src/testing/mail-server.ts";
import { send } from "../faults/client.ts";
import type { Postgres } from "../harness/postgres.ts";
import { type Server, startServer } from "../harness/server.ts";
import { addStaff, basic } from "../harness/staff.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { figureWithoutGoal, formatInteger } from "./figures.ts";
import { withPostgres } from "./postgres.ts";

const MB = 1_048_576;
const EVERY = 50; // milliseconds between signups
const ALONE = 15_000; // milliseconds of signups without a broadcast
const GOAL = 2; // times the p99 of a signup without a broadcast
const GROWTH_MAX = 150; // MB

/** A broadcast at full speed, and how long signups take during it. */
export const broadcast: Case = {
  name: "broadcast",
  run: (extent) => withPostgres(null, (postgres) => measure(postgres, extent)),
};

async function measure(postgres: Postgres, { short }: Extent): Promise<Finding[]> {
  const people = short ? 2_000 : 100_000;
  const mails = await mailServer();
  let received = 0;
  const drain = setInterval(() => (received += mails.taken.splice(0).length), EVERY);
  const env = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a key for a database of one bench",
    RATE_LIMIT: "off",
  };
  await (await startServer(env)).term();
  await addStaff({ url: postgres.url });
  await addPeople(postgres.url, people);
  const server = await startServer({ ...env, MAIL_URL: mails.url, MAIL_FROM: "rihla@example.org" });
  try {
    const alone = await signupsUntil(server, "a", (ms) => Promise.resolve(ms > ALONE));
    const { id } = await call(server, "", {
      subject: "News",
      markdown: "Salam {name}",
      audience: { beta: true },
    });
    const before = server.memory();
    let peak = before;
    const started = performance.now();
    await call(server, `/${id}/send`, { count: people });
    const during = await signupsUntil(server, "b", async () => {
      peak = Math.max(peak, server.memory());
      return (await call(server, `/${id}`)).state === "sent";
    });
    const seconds = (performance.now() - started) / 1_000;
    const ratio = p99(during) / p99(alone);
    const growth = (peak - before) / MB;
    await Bun.sleep(EVERY * 2);
    return [
      figureWithoutGoal(
        `a broadcast to ${formatInteger(people)}`,
        `${formatInteger(seconds)} s, ${formatInteger(people / seconds)} mails a second, ${formatInteger(received)} mails of all kinds received`,
      ),
      { what: "memory growth", figure: `${formatInteger(growth)} MB`, ok: growth < GROWTH_MAX },
      {
        what: "p99 of a signup during it, against without",
        figure: `${ratio.toFixed(2)} (${p99(during).toFixed(0)} ms, ${p99(alone).toFixed(0)} ms)`,
        ok: ratio <= GOAL,
      },
    ];
  } finally {
    clearInterval(drain);
    await server.term();
    await mails.close();
  }
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

/** Signs up people at a steady rate, and returns how long each took in milliseconds. */
async function signupsUntil(
  { url }: Server,
  prefix: string,
  isOver: (ms: number) => Promise<boolean>,
): Promise<readonly number[]> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const started = performance.now();
  const join = async (n: number) => {
    const body = JSON.stringify({ firstName: "Hana", email: `${prefix}${n}@example.net` });
    const headers = { "Content-Type": "application/json" };
    const reply = await send(`${url}/api/waitlist`, { method: "POST", headers, body });
    times.push(reply?.ms ?? Number.POSITIVE_INFINITY);
  };
  for (let n = 0, over = false; !over; n += 1) {
    pending.push(join(n));
    await Bun.sleep(EVERY);
    if (n % 20 === 0) over = await isOver(performance.now() - started);
  }
  await Promise.all(pending);
  return times;
}

/** Beta testers on the waitlist. */
export async function addPeople(url: string, people: number): Promise<void> {
  const db = await openDatabase({ url });
  await db.query(
    `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at)
     select n::text, 'Hana', 'p' || n || '@example.org', 'p' || n || '@example.org', true, 'waitlist-2', now()
     from generate_series(1, $1::int) n`,
    [people],
    { timeoutMs: 0 },
  );
  await db.close();
}

/** A call about broadcasts by a super admin. */
export async function call({ url }: Server, path: string, body?: object) {
  const headers = { Authorization: basic(), "Content-Type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const reply = await send(`${url}/api/admin/broadcasts${path}`, init, 60_000);
  if (reply === null || reply.status >= 300) throw new Error(`${path} answered ${reply?.status}`);
  return reply.body as { readonly id: string; readonly state: string }; // the server's own answer
}
