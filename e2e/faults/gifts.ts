import { join } from "node:path";
import { openDatabase } from "../../src/db/client.ts";
import { migrate } from "../../src/db/migrate.ts";
import { type Server, scratch, startServer } from "../harness/server.ts";
import type { Case, Finding } from "../harness/suite.ts";
import { post, type Reply, send } from "./client.ts";
import { finding } from "./on-postgres.ts";

const KEY = "one gift and no second one";
const DELAY = 2; // seconds by which storing the gateway's response is delayed, so that the kill comes first

/** Delays our update, so that the gateway has committed its charge before it. */
const SLOW_PAYMENT_UPDATES = [
  `create function slow_update() returns trigger language plpgsql as
   $$ begin perform pg_sleep(${DELAY}); return new; end $$`,
  "create trigger fault before update on payments for each row execute function slow_update()",
];
const NO_SLOW_PAYMENT_UPDATES = ["drop trigger fault on payments"];
/** Refuses the gateway's webhook events before they change anything, as if they had never arrived. */
const LOST_NOTICES = [
  `create function lose_notice() returns trigger language plpgsql as
   $$ begin raise exception 'this notice is lost'; end $$`,
  "create trigger fault before insert on payment_events for each row execute function lose_notice()",
];
const NO_LOST_NOTICES = ["drop trigger fault on payment_events"];
/** An idempotency key is free again 20 seconds after the process that held it died. */
const OLD_KEYS = ["update payment_keys set taken_at = taken_at - interval '1 minute'"];

/** With a card that the sandbox takes. */
export const GIFT = {
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

/** The process is killed after the gateway recorded a gift and before we stored its response. */
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
  await onDatabase(dataDir, SLOW_PAYMENT_UPDATES);
  const first = await startServer({ DATA_DIR: dataDir });
  const cut = give(first);
  await Bun.sleep((DELAY * 1_000) / 2);
  await first.kill9();
  const between = await paymentState(dataDir);
  await onDatabase(dataDir, [...NO_SLOW_PAYMENT_UPDATES, ...LOST_NOTICES, ...OLD_KEYS]);
  const second = await startServer({ DATA_DIR: dataDir });
  const again = await give(second);
  await post(`${second.url}${pathOf(again)}/confirm`, {});
  await second.kill9();
  const unsettled = await paymentState(dataDir);
  await onDatabase(dataDir, NO_LOST_NOTICES);
  const answer = await reconcile(dataDir);
  const settled = await paymentState(dataDir);
  return [
    finding("the killed server never answers the payment", (await cut) === null, "no answer"),
    finding("the gateway has the charge, the gift is still pending", between === "pending | open", between),
    finding(
      "the same idempotency key continues the payment",
      again?.body.success === true,
      `${again?.status}`,
    ),
    finding("paid, and killed before the webhook arrives", unsettled === "pending | paid", unsettled),
    finding("reconciliation settles the gift", answer.includes('"settled":1'), answer),
    finding("one gift and one charge remain", settled === "succeeded | paid", settled),
  ];
}

const give = (server: Server): Promise<Reply | null> =>
  send(`${server.url}/api/support/payment`, {
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
async function paymentState(dataDir: string): Promise<string> {
  const db = await openDatabase({ dataDir });
  const ours = await db.query<{ status: string }>("select status from payments");
  const theirs = await db.query<{ status: string }>("select status from sandbox_payments");
  await db.close();
  return [ours, theirs].map((rows) => rows.map(({ status }) => status).join(", ")).join(" | ");
}

/** Through the CLI, on the data directory of the stopped server. */
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
