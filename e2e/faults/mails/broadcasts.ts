import { join } from "node:path";
import { openDatabase } from "../../../src/db/client.ts";
import { type MailServer, mailServer } from "../../../src/testing/mail-server.ts";
import { type Server, scratch, startServer } from "../../harness/server.ts";
import { addStaff, basic } from "../../harness/staff.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { send } from "../client.ts";
import { finding } from "../on-postgres.ts";

const GOES_ON_WITHIN = 30_000; // milliseconds after a start
const ENDS_WITHIN = 120_000;
const BATCH = 20; // recipients that one kill may leave unknown

interface Progress {
  readonly id: string;
  readonly state: string;
  readonly audience: number;
  readonly sent: number;
  readonly unknown: number;
  readonly left: number;
}

/** The server is killed again and again while a broadcast is sent. */
export const killBroadcast: Case = {
  name: "kill-broadcast",
  async run({ short }) {
    const home = await scratch();
    const mails = await mailServer();
    try {
      return await killWhileSending(
        home.path,
        mails,
        short ? { kills: 2, people: 200 } : { kills: 30, people: 2_500 },
      );
    } finally {
      await mails.close();
      await home.remove();
    }
  },
};

async function killWhileSending(
  home: string,
  mails: MailServer,
  { kills, people }: { readonly kills: number; readonly people: number },
): Promise<Finding[]> {
  const dataDir = join(home, "data");
  const env = { DATA_DIR: dataDir, MAIL_URL: mails.url, MAIL_FROM: "rihla@example.org" };
  const first = await startServer(env);
  await first.term();
  await addStaff({ dataDir });
  await addPeople(dataDir, people);
  let server = await startServer(env);
  const { id } = await call(server, "", { subject: "News", markdown: "Salam {name}" });
  await call(server, `/${id}/send`, { count: people });
  const resumed: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const before = mails.taken.length;
    const share = Math.floor((people / (kills + 1)) * Math.random());
    resumed.push(
      await until(() => mails.taken.length > before + share || mails.taken.length + BATCH >= people),
    );
    await server.kill9();
    server = await startServer(env);
  }
  await until(async () => (await call(server, `/${id}`)).state === "sent", ENDS_WITHIN);
  const findings = findingsOf(await call(server, `/${id}`), mails, kills, people);
  await server.term();
  const slowest = Math.round(Math.max(...resumed.slice(1)));
  return [...findings, finding("goes on after a start", slowest < GOES_ON_WITHIN, `slowest ${slowest} ms`)];
}

function findingsOf(progress: Progress, mails: MailServer, kills: number, people: number): Finding[] {
  const { sent, unknown, left } = progress;
  const reached = new Set(mails.taken.map(({ to }) => to)).size;
  return [
    finding(
      `mails that came twice after ${kills} kills`,
      mails.taken.length === reached,
      String(mails.taken.length - reached),
    ),
    finding(
      "recipients that were lost",
      sent + unknown === people && left === 0,
      String(people - sent - unknown),
    ),
    finding(
      "recipients that got one or are unknown",
      reached >= sent && reached <= sent + unknown,
      `${reached} of ${people}`,
    ),
    finding("unknown recipients", unknown <= kills * BATCH, String(unknown)),
  ];
}

async function addPeople(dataDir: string, people: number): Promise<void> {
  const db = await openDatabase({ dataDir });
  await db.query(
    `insert into waitlist_signups (id, first_name, email, email_key, is_beta_tester, consent_wording, created_at)
     select n::text, 'Hana', 'p' || n || '@example.org', 'p' || n || '@example.org', false, 'waitlist-2', now()
     from generate_series(1, $1::int) n`,
    [people],
  );
  await db.close();
}

async function call({ url }: Server, path: string, body?: object): Promise<Progress> {
  const headers = { Authorization: basic(), "Content-Type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const reply = await send(`${url}/api/admin/broadcasts${path}`, init);
  if (reply === null || reply.status >= 300) throw new Error(`${path} answered ${reply?.status}`);
  return reply.body as unknown as Progress; // the server's own answer
}

/** Waits for a condition, and returns how long in milliseconds. */
async function until(condition: () => boolean | Promise<boolean>, within = GOES_ON_WITHIN): Promise<number> {
  const started = performance.now();
  while (!(await condition())) {
    if (performance.now() - started > within) throw new Error(`nothing within ${within} ms`);
    await Bun.sleep(5);
  }
  return performance.now() - started;
}
