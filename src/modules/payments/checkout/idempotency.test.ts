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
const replayed = (answer: { headers: Headers }) => answer.headers.get("idempotent-replayed");

test("the same key and body give the same answer", async () => {
  const [first, again] = [await withKey("one"), await withKey("one")];
  expect([first.status, replayed(first), again.status, replayed(again)]).toEqual([200, null, 200, "true"]);
  expect(again.json).toEqual(first.json);
  expect((await charges()).length).toBe(1);
});

test("holds at both doors, because it is a header", async () => {
  const first = await withKey("doors");
  const headers = { "Idempotency-Key": "doors" };
  const again = await app.send("POST /trpc/public.support.pay", { body: { json: GIFT }, headers });
  expect([again.json.result.data.json, replayed(again)]).toEqual([first.json, "true"]);
});

test("another card is no other body, because prints of cards are not kept", async () => {
  const first = await withKey("card");
  expect((await withKey("card", { cardNumber: CARDS.refused, cvv: "999" })).json).toEqual(first.json);
});

test("the same key with another body is refused", async () => {
  await withKey("two");
  for (const body of [{ amount: 51 }, { customerEmail: "other@example.com" }, { billingCity: "Boston" }]) {
    const answer = await withKey("two", body);
    expect([answer.status, answer.json.code]).toEqual([409, "CONFLICT"]);
  }
});

test("refusals and other ways are answered again too", async () => {
  for (const cardNumber of [CARDS.refused, CARDS.away]) {
    const first = await withKey(cardNumber, { cardNumber });
    expect((await withKey(cardNumber, { cardNumber })).json).toEqual(first.json);
  }
  expect((await app.db.orm.select().from(pledges)).length).toBe(1);
});

test("a key whose first try was no valid form is free", async () => {
  expect((await withKey("free", { cvv: "" })).status).toBe(400);
  expect((await withKey("free")).json.success).toBe(true);
});

test("has 1 to 255 characters", async () => {
  expect((await withKey("k".repeat(255))).status).toBe(200);
  for (const key of ["", "k".repeat(256)])
    expect([key.length, (await withKey(key)).status]).toEqual([key.length, 400]);
});

test("is forgotten after a day, by use and by the sweep", async () => {
  await withKey("day");
  app.clock.forward(24 * 3_600_000 + 1);
  const next = await withKey("day", { amount: 51 });
  expect([next.status, replayed(next)]).toEqual([200, null]);
  expect((await app.db.orm.select().from(paymentKeys)).length).toBe(1);
  app.clock.forward(24 * 3_600_000 + 1);
  await app.operate("upkeep.sweep");
  expect(await app.db.orm.select().from(paymentKeys)).toEqual([]);
});

test("of 50 at once with one key one is charged, and the others are told to wait or get its answer", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => withKey("fifty")));
  const others = answers.filter(({ status }) => status !== 200);
  expect(others.every(({ status, headers }) => status === 409 && headers.get("retry-after") === "1")).toBe(
    true,
  );
  expect(new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.paymentId)).size).toBe(
    1,
  );
  expect([(await charges()).length, (await app.db.orm.select().from(payments)).length]).toEqual([1, 1]);
});

test("a try that died after the gateway had answered is gone on with, on the same charge", async () => {
  const died = await withKey("died");
  // what a killed process leaves behind: the row, the key and the gateway's record, but no answer
  await app.db.orm.execute(sql`update payment_keys set answer = null`);
  await app.db.orm.execute(sql`update payments set gateway_id = null, payment_url = null`);
  const early = await withKey("died");
  expect([early.status, early.headers.get("retry-after")]).toEqual([409, "1"]);
  app.clock.forward(20_001);
  expect((await withKey("died")).json).toEqual(died.json);
  expect((await charges()).length).toBe(1);
});

test("neither key nor body can be read in the database, and nothing of the card at all", async () => {
  await withKey("4242424242424242");
  const kept = JSON.stringify(await app.db.orm.select().from(paymentKeys));
  expect(kept).not.toMatch(/4242|amina/i);
});
