import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { CARDS, GIFT, give } from "../../../testing/gifts.ts";
import { paymentKeys, payments, pledges, sandboxPayments } from "../table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate payments, payment_events, payment_keys, pledges, sandbox_payments`);
});
afterAll(() => app.close());

const charges = () => app.db.orm.select().from(sandboxPayments);
const withKey = (key: string, body: object = {}) => give(app, body, { "Idempotency-Key": key });
const replayed = (response: { headers: Headers }) => response.headers.get("idempotent-replayed");

test("the same key and body get the same response", async () => {
  const [first, again] = [await withKey("one"), await withKey("one")];
  expect([first.status, replayed(first), again.status, replayed(again)]).toEqual([200, null, 200, "true"]);
  expect(again.json).toEqual(first.json);
  expect((await charges()).length).toBe(1);
});

test("an idempotency key works over REST and tRPC alike", async () => {
  const first = await withKey("transports");
  const headers = { "Idempotency-Key": "transports" };
  const again = await app.send("POST /trpc/public.support.pay", { body: { json: GIFT }, headers });
  expect([again.json.result.data.json, replayed(again)]).toEqual([first.json, "true"]);
});

test("a different card counts as the same body, because no fingerprint of a card is stored", async () => {
  const first = await withKey("card");
  expect((await withKey("card", { cardNumber: CARDS.refused, cvv: "999" })).json).toEqual(first.json);
});

test("the same key with a different body is refused", async () => {
  await withKey("two");
  for (const body of [{ amount: 51 }, { customerEmail: "other@example.com" }, { billingCity: "Boston" }]) {
    const response = await withKey("two", body);
    expect([response.status, response.json.code]).toEqual([409, "CONFLICT"]);
  }
});

test("declined payments and pledges are replayed too", async () => {
  for (const cardNumber of [CARDS.refused, CARDS.away]) {
    const first = await withKey(cardNumber, { cardNumber });
    expect((await withKey(cardNumber, { cardNumber })).json).toEqual(first.json);
  }
  expect((await app.db.orm.select().from(pledges)).length).toBe(1);
});

test("a key whose first request was invalid can be used again", async () => {
  expect((await withKey("free", { cvv: "" })).status).toBe(400);
  expect((await withKey("free")).json.success).toBe(true);
});

test("an idempotency key has 1 to 255 characters", async () => {
  expect((await withKey("k".repeat(255))).status).toBe(200);
  for (const key of ["", "k".repeat(256)])
    expect([key.length, (await withKey(key)).status]).toEqual([key.length, 400]);
});

test("an idempotency key expires after a day, on reuse and in the sweep", async () => {
  await withKey("day");
  app.clock.forward(24 * 3_600_000 + 1);
  const next = await withKey("day", { amount: 51 });
  expect([next.status, replayed(next)]).toEqual([200, null]);
  expect((await app.db.orm.select().from(paymentKeys)).length).toBe(1);
  app.clock.forward(24 * 3_600_000 + 1);
  await app.operate("operator.maintenance.sweep");
  expect(await app.db.orm.select().from(paymentKeys)).toEqual([]);
});

test("of 50 parallel requests with one key one is charged, and the others get its response or a 409", async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => withKey("fifty")));
  const others = responses.filter(({ status }) => status !== 200);
  expect(others.every(({ status, headers }) => status === 409 && headers.get("retry-after") === "1")).toBe(
    true,
  );
  expect(
    new Set(responses.filter(({ status }) => status === 200).map(({ json }) => json.paymentId)).size,
  ).toBe(1);
  expect([(await charges()).length, (await app.db.orm.select().from(payments)).length]).toEqual([1, 1]);
});

test("a payment interrupted after the gateway's response is resumed on the same charge", async () => {
  const interrupted = await withKey("interrupted");
  // what a killed process leaves: the row, the key and the gateway's charge, but no stored response
  await app.db.orm.execute(sql`update payment_keys set answer = null`);
  await app.db.orm.execute(sql`update payments set gateway_id = null, payment_url = null`);
  const early = await withKey("interrupted");
  expect([early.status, early.headers.get("retry-after")]).toEqual([409, "1"]);
  app.clock.forward(20_001);
  expect((await withKey("interrupted")).json).toEqual(interrupted.json);
  expect((await charges()).length).toBe(1);
});

test("the database holds neither the key nor the body in plain text, and nothing of the card", async () => {
  await withKey("4242424242424242");
  const stored = JSON.stringify(await app.db.orm.select().from(paymentKeys));
  expect(stored).not.toMatch(/42424242|amina/i);
});
