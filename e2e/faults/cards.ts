import { appendFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { writeBackup } from "../../src/db/backup/backup.ts";
import { tablesOf } from "../../src/db/backup/introspect.ts";
import { type Database, openDatabase } from "../../src/db/client.ts";
import { type Server, scratch, startServer } from "../harness/server.ts";
import type { Case, Extent, Finding } from "../harness/suite.ts";
import { cardNumber, DETECTORS, detect, wrongNumber } from "./card-scan.ts";
import { countReplies, formatCounts, post, type Reply, send } from "./client.ts";
import { finding } from "./on-postgres.ts";

const TOKEN = "a token for the figures of this test";
const AT_ONCE = 20;
const UNDER_WAY = 60; // more than can be answered before the process is killed

const GIFT = {
  tier: "Beta Supporter",
  amount: 25,
  customerEmail: "amina@example.org",
  customerName: "Amina",
  expiryMonth: "12",
  expiryYear: "31",
  cvv: "737",
  billingAddress: "1 Main Street",
  billingCity: "Columbus",
  billingState: "OH",
  billingZip: "43004",
};

/** Makes every kind of payment, each with its own card number; none of the numbers may then be stored anywhere. */
export const cards: Case = {
  name: "cards",
  async run(extent) {
    const home = await scratch();
    try {
      return await run(home.path, extent);
    } finally {
      await home.remove();
    }
  },
};

async function run(home: string, { short }: Extent): Promise<Finding[]> {
  const dataDir = join(home, "data");
  const numbers: string[] = [];
  const server = await startServer({
    DATA_DIR: dataDir,
    RATE_LIMIT: "off",
    LOG_LEVEL: "trace",
    METRICS_TOKEN: TOKEN,
  });
  const replies = await payAll(server, numbers, short ? 60 : 500);
  const metrics = String(
    (await send(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } }))?.body.text,
  );
  const cut = await killUnderWay(server, numbers);
  const planted = cardNumber();
  const sources = await everything(home, dataDir, planted, { log: server.log(), metrics });
  const counts = countReplies(replies);
  return [
    finding(
      `payments have every outcome`,
      (counts["200"] ?? 0) > 0 && counts.none === undefined,
      formatCounts(counts),
    ),
    finding("the kill cut calls off", cut > 0, String(cut)),
    ...sources.flatMap(([name, bytes]) => found(name, bytes, numbers, planted)),
  ];
}

async function payAll(server: Server, numbers: string[], times: number): Promise<(Reply | null)[]> {
  const replies: (Reply | null)[] = [];
  for (let sent = 0; sent < times; sent += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, times - sent) }, (_, index) => sent + index);
    replies.push(...(await Promise.all(batch.map((index) => payOne(server, numbers, index)))));
  }
  return replies;
}

type Pay = (url: string, number: string) => Promise<Reply | null>;

const pay = (url: string, body: object): Promise<Reply | null> =>
  post(`${url}/api/support/payment`, { ...GIFT, ...body });

const OUTCOMES: readonly Pay[] = [
  confirmed,
  refused,
  (url, number) => pay(url, { cardNumber: number.replace(/(\d{4})(?=\d)/g, "$1 ") }),
  (url, number) => pay(url, { cardNumber: number, cvv: "7" }),
  (url, number) => pay(url, { cardNumber: number, amount: 1.005 }),
  (url, number) => pay(url, { cardNumber: number, customerName: number, tier: `my card ${number}` }),
  (url, number) => pay(url, { cardNumber: number, billingAddress: number, [number]: number }),
  (url, number) => pay(url, { cardNumber: number, customerEmail: `${number}@example.org` }),
  (url, number) => pay(url, { cardNumber: Number(number) }),
  (url, number) => pay(url, { cardNumber: "4000000000000002", customerName: number }),
  (url, number) => sendRaw(url, `{"cardNumber":"${number}",`, number),
  (url, number) => sendRaw(url, JSON.stringify({ ...GIFT, cardNumber: number }), number),
  (url, number) => send(`${url}/trpc/public.support.pay`, rawPost(`{"json":{"cardNumber":"${number}"}}`)),
];

async function payOne(server: Server, numbers: string[], turn: number): Promise<Reply | null> {
  const outcome = OUTCOMES[turn % OUTCOMES.length];
  const number = outcome === refused ? wrongNumber() : cardNumber();
  numbers.push(number);
  return outcome ? outcome(server.url, number) : null;
}

function refused(url: string, number: string): Promise<Reply | null> {
  return pay(url, { cardNumber: number });
}

async function confirmed(url: string, number: string): Promise<Reply | null> {
  const reply = await pay(url, { cardNumber: number });
  const { paymentUrl, paymentId } = reply?.body ?? {};
  if (typeof paymentUrl !== "string") return reply;
  await post(`${url}${new URL(paymentUrl).pathname}/confirm`, {});
  return post(`${url}/api/support/payment/verify`, { paymentId });
}

const rawPost = (body: string, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body,
});

/** Also sends the number in a header, of which a keyed hash is stored. */
const sendRaw = (url: string, body: string, number: string): Promise<Reply | null> =>
  send(`${url}/api/support/payment`, rawPost(body, { "Idempotency-Key": number, "User-Agent": number }));

async function killUnderWay(server: Server, numbers: string[]): Promise<number> {
  const sent = Array.from({ length: UNDER_WAY }, () => {
    const number = cardNumber();
    numbers.push(number);
    return pay(server.url, { cardNumber: number });
  });
  await Bun.sleep(100);
  await server.kill9();
  return (await Promise.all(sent)).filter((reply) => reply === null).length;
}

type Source = readonly [name: string, bytes: Uint8Array];

/** Everything that was written, each with a planted number that the scan must find, to prove that it works. */
async function everything(
  home: string,
  dataDir: string,
  planted: string,
  texts: { readonly log: string; readonly metrics: string },
): Promise<readonly Source[]> {
  const written = DETECTORS.map(({ write }) => write(planted)).join("\n");
  const words = written.replaceAll("\0", "");
  const db = await openDatabase({ dataDir });
  await db.query(
    `insert into mails (id, "to", to_key, subject, text, kind, created_at)
     values ('planted', 'a@b.cd', 'a@b.cd', 'planted', $1, 'planted', now())`,
    [words],
  );
  const dump = await dumpOf(db);
  const backup = join(home, "backup.zst");
  await writeBackup(db, backup, new Date());
  await db.close();
  await appendFile(join(dataDir, "planted"), Buffer.from(written, "latin1"));
  const withPlanted = (text: string) => Buffer.from(`${text}\n${written}`, "latin1");
  return [
    ["log", withPlanted(texts.log)],
    ["metrics", withPlanted(texts.metrics)],
    ["dump", withPlanted(dump)],
    [
      "backup",
      Buffer.concat([Bun.zstdDecompressSync(await Bun.file(backup).bytes()), Buffer.from(written, "latin1")]),
    ],
    ["data directory with its WAL", await filesIn(dataDir)],
  ];
}

async function dumpOf(db: Database): Promise<string> {
  const tables = await db.transaction((tx) => tablesOf(tx), { readOnly: true });
  const parts = tables.map(({ name }) => db.query(`select t::text from "${name}" t`));
  return JSON.stringify(await Promise.all(parts));
}

async function filesIn(folder: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map((entry) => Bun.file(join(entry.parentPath, entry.name)).bytes())),
  );
}

function found(name: string, bytes: Uint8Array, numbers: readonly string[], planted: string): Finding[] {
  const hits = detect(bytes, numbers);
  const controls = detect(bytes, [planted]);
  const size = `${(bytes.length / 1e6).toFixed(1)} MB, ${numbers.length} numbers`;
  return [
    finding(
      `in the ${name}: no card number in any of ten encodings`,
      hits.length === 0,
      hits.join(", ") || size,
    ),
    finding(
      `in the ${name}: the planted one, by every detector`,
      controls.length === DETECTORS.length,
      `${controls.length} of ${DETECTORS.length}`,
    ),
  ];
}
