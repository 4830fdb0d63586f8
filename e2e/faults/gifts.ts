import { join } from "node:path";
import { openDatabase } from "../../src/db/client.ts";
import { migrate } from "../../src/db/migrate.ts";
import { type Server, scratch, startServer } from "../harness/server.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { ask, post, type Reply } from "./client.ts";
import { is } from "./environment.ts";

const KEY = "one gift and no second one";
const LATE = 2_000; // milliseconds by which the gateway answers late, so that the kill comes first

const GIFT = {
  amount: 50,
  customerEmail: "amina@example.org",
  cardNumber: "4242424242424242",
  expiryMonth: "12",
  expiryYear: "31",
  cvv: "123",
  billingAddress: "1 Main Street",
  billingCity: "Columbus",
  billingState: "OH",
  billingZip: "43004",
};

/** The process is killed when the gateway has a gift on its books and we have not written its answer down. */
export const killGift: Case = {
  name: "kill-gift",
  async run() {
    const home = await scratch();
    try {
      return await run(join(home.path, "data"));
    } finally {
      await home.remove();
    }
  },
};

async function run(dataDir: string): Promise<Finding[]> {
  await onDatabase(dataDir, [`insert into sandbox_switches values ('answer_delay_ms', ${LATE})`]);
  const first = await startServer({ DATA_DIR: dataDir });
  const cut = give(first);
  await Bun.sleep(LATE / 2);
  await first.kill9();
  const between = await standing(dataDir);
  // the key is free again after 20 seconds; the notice of the next confirmation never leaves
  await onDatabase(dataDir, [
    "delete from sandbox_switches",
    "insert into sandbox_switches values ('notice_delay_ms', 600000)",
    "update payment_keys set taken_at = taken_at - interval '1 minute'",
  ]);
  const second = await startServer({ DATA_DIR: dataDir });
  const again = await give(second);
  await post(`${second.url}${pathOf(again)}/confirm`, {});
  await second.kill9();
  const unsettled = await standing(dataDir);
  const answer = await reconcile(dataDir);
  const settled = await standing(dataDir);
  return [
    is("the call that was cut off", (await cut) === null, "no answer"),
    is("then the gateway has it, and we know only that we asked", between === "pending | open", between),
    is("the same key again goes on with it", again?.body.success === true, `${again?.status}`),
    is("paid and killed before the notice", unsettled === "pending | paid", unsettled),
    is("the reconciliation finds it out", answer.includes('"settled":1'), answer),
    is("one gift, one charge", settled === "succeeded | paid", settled),
  ];
}

const give = (server: Server): Promise<Reply | null> =>
  ask(`${server.url}/api/support/payment`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": KEY },
    body: JSON.stringify(GIFT),
  });

const pathOf = (reply: Reply | null): string => new URL(String(reply?.body.paymentUrl)).pathname;

async function onDatabase(dataDir: string, statements: readonly string[]): Promise<void> {
  const db = await openDatabase({ dataDir });
  await migrate(db);
  for (const statement of statements) await db.query(statement);
  await db.close();
}

/** Our payments and the gateway's charges, as in "pending | open". */
async function standing(dataDir: string): Promise<string> {
  const db = await openDatabase({ dataDir });
  const ours = await db.query<{ status: string }>("select status from payments");
  const theirs = await db.query<{ status: string }>("select status from sandbox_payments");
  await db.close();
  return [ours, theirs].map((rows) => rows.map(({ status }) => status).join(", ")).join(" | ");
}

/** By the command line, on the directory that nobody else holds now. */
async function reconcile(dataDir: string): Promise<string> {
  const { PATH = "", HOME = "" } = process.env;
  const command = Bun.$`${process.execPath} cli/main.ts payment reconcile --older-than 0 --json`;
  return (
    await command
      .cwd(join(import.meta.dir, "../.."))
      .env({ PATH, HOME, DATA_DIR: dataDir })
      .nothrow()
      .quiet()
      .text()
  ).trim();
}
