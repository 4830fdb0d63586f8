import { join } from "node:path";
import { type EmbeddedConfig, openDatabase, type ServerConfig } from "../../../src/db/client.ts";
import { CONNECTIONS_MAX } from "../../../src/modules/mail/smtp.ts";
import { type MailServer, mailServer } from "../../../src/testing/mail-server.ts";
import { type Env, scratch, startServer, startWorker } from "../../harness/server.ts";
import type { Case, Finding } from "../../harness/suite.ts";
import { post } from "../client.ts";
import { finding, instanceEnv, onPostgres } from "../on-postgres.ts";

const FLOODED = "flooded@example.org";
const SLOW = 20; // milliseconds of the mail server for a mail
const AT_ONCE = 50;
/** Each kill interrupts as many at most: it may come again, with the same Message-ID. */
const SENT_AT_ONCE = CONNECTIONS_MAX;
/** A mail that a killed process was sending waits for the end of its lease. */
const LEASE_ENDS = 200_000; // milliseconds

/**
 * People join while the mail server is slow and the process is killed, and many clients enter one address. Each address
 * gets one mail. One that was on its way at a kill may come twice, with the same Message-ID (docs/decisions/006-outbox-for-mail.md).
 */
export const joiningMails: Case = {
  name: "joining-mails",
  isUntimed: true,
  async run({ short }) {
    const home = await scratch();
    const plan = short ? { joins: 200, kills: 2, flood: 100 } : { joins: 100_000, kills: 30, flood: 1_000 };
    try {
      return await withMailServer((mails) =>
        joinAndKill((env) => serverAlone({ ...env, DATA_DIR: join(home.path, "data") }), mails, {
          ...plan,
          waits: !short,
        }),
      );
    } finally {
      await home.remove();
    }
  },
};

/** The same with a server that leaves its jobs to two workers, one of which is killed. */
export const killWorker: Case = {
  name: "kill-worker",
  isUntimed: true,
  run: ({ short }) =>
    onPostgres(({ url, home }) =>
      withMailServer((mails) =>
        joinAndKill((env) => serverAndWorkers({ ...instanceEnv(url), ...env }, url, home), mails, {
          ...{ joins: short ? 200 : 5_000, kills: short ? 2 : 10, flood: 100 },
          waits: !short,
        }),
      ),
    ),
};

async function withMailServer(work: (mails: MailServer) => Promise<Finding[]>): Promise<Finding[]> {
  const mails = await mailServer();
  mails.delay = SLOW;
  try {
    return await work(mails);
  } finally {
    await mails.close();
  }
}

/** What people join, and what is killed. */
interface Deployment {
  readonly where: EmbeddedConfig | ServerConfig;
  url(): string;
  /** Kills what sends the mails, and starts it again. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

async function serverAlone(env: Env & { readonly DATA_DIR: string }): Promise<Deployment> {
  let server = await startServer(env);
  return {
    where: { dataDir: env.DATA_DIR },
    url: () => server.url,
    async kill() {
      await server.kill9();
      server = await startServer(env);
    },
    end: async () => void (await server.term()),
  };
}

async function serverAndWorkers(env: Env, url: string, home: string): Promise<Deployment> {
  const server = await startServer({ ...env, JOBS: "off", DATA_DIR: join(home, "server") });
  const start = (name: string) => startWorker({ ...env, DATA_DIR: join(home, name) });
  const workers = [await start("one"), await start("other")];
  return {
    where: { url },
    url: () => server.url,
    async kill() {
      await workers.shift()?.kill9();
      workers.push(await start(`after-${workers[0]?.pid}`));
    },
    end: async () => void (await Promise.all([server, ...workers].map((each) => each.term()))),
  };
}

interface Plan {
  readonly joins: number;
  readonly kills: number;
  readonly flood: number;
  /** Whether to wait until every mail has come. */
  readonly waits: boolean;
}

async function joinAndKill(
  start: (env: Env) => Promise<Deployment>,
  mails: MailServer,
  plan: Plan,
): Promise<Finding[]> {
  const { joins, kills, flood, waits } = plan;
  const joined = new Set<string>();
  const deployment = await start({ MAIL_URL: mails.url, RATE_LIMIT: "off", LOG_LEVEL: "warn" });
  await Promise.all(Array.from({ length: flood }, () => enter(deployment.url(), FLOODED, joined)));
  const each = Math.ceil(joins / (kills + 1));
  for (let round = 0; round <= kills; round++) {
    await joinMany(deployment.url(), round, each, joined);
    const before = mails.taken.length;
    await until(() => mails.taken.length > before, 30_000); // the kill comes while mails are being sent
    if (round === kills) break;
    await deployment.kill();
  }
  if (waits) await until(() => addresses(mails).size === joined.size, LEASE_ENDS + joined.size * SLOW * 10);
  await deployment.end();
  return verify(deployment.where, mails, joined, plan);
}

async function joinMany(url: string, round: number, count: number, joined: Set<string>): Promise<void> {
  for (let at = 0; at < count; at += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - at);
    const emails = Array.from({ length: size }, (_, n) => `person.${round}.${at + n}@example.org`);
    await Promise.all(emails.map((email) => enter(url, email, joined)));
  }
}

async function enter(url: string, email: string, joined: Set<string>): Promise<void> {
  const reply = await post(`${url}/api/waitlist`, { firstName: "Amina", email });
  if (reply?.status === 201) joined.add(email);
}

async function until(reached: () => boolean, within: number): Promise<void> {
  const end = performance.now() + within;
  while (!reached() && performance.now() < end) await Bun.sleep(20);
}

const addresses = ({ taken }: MailServer) => new Set(taken.map(({ to }) => to));
const messageOf = ({ to, data }: MailServer["taken"][number]) =>
  `${to} ${/^message-id: *(.+)$/im.exec(data)?.[1] ?? ""}`;

async function verify(
  where: Deployment["where"],
  mails: MailServer,
  joined: ReadonlySet<string>,
  { joins, kills, flood, waits }: Plan,
): Promise<Finding[]> {
  const outbox = await readOutbox(where);
  const got = addresses(mails);
  const messages = new Set(mails.taken.map(messageOf));
  const again = mails.taken.length - messages.size;
  const lost = [...joined].filter((email) => !got.has(email) && (waits || !outbox.unsent.has(email)));
  return [
    finding(
      `mails to one address that ${flood} clients entered`,
      outbox.of(FLOODED) === 1 && [...messages].filter((each) => each.startsWith(`${FLOODED} `)).length <= 1,
      String(outbox.of(FLOODED)),
    ),
    finding(
      `of ${joined.size} people over ${kills} kills, without a mail`,
      lost.length === 0 && joined.size >= joins,
      String(lost.length),
    ),
    finding(
      "addresses with a second mail",
      messages.size === got.size && outbox.doubled === 0,
      String(outbox.doubled),
    ),
    finding(
      `mails that came again with the same Message-ID, at most ${SENT_AT_ONCE} a kill`,
      again <= kills * SENT_AT_ONCE,
      String(again),
    ),
  ];
}

/** What the database knows of joining mails; due ones count as unsent. */
async function readOutbox(where: Deployment["where"]) {
  const db = await openDatabase(where);
  try {
    const rows = await db.query<{ to: string; sent: boolean }>(
      `select "to", sent_at is not null as sent from mails where kind = 'waitlist-welcome'`,
    );
    const due = await db.query<{ email: string }>(
      "select email from waitlist_signups where welcome_due_at is not null",
    );
    const unsent = rows.filter(({ sent }) => !sent).map(({ to }) => to);
    return {
      of: (email: string) => rows.filter(({ to }) => to === email).length,
      unsent: new Set([...unsent, ...due.map(({ email }) => email)]),
      doubled: rows.length - new Set(rows.map(({ to }) => to)).size,
    };
  } finally {
    await db.close();
  }
}
