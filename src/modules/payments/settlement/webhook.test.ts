import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { give, verify } from "../../../testing/gifts.ts";
import { auditLog } from "../../audit/table.ts";
import { mails } from "../../mail/table.ts";
import { signatureOf } from "../gateways/sandbox.ts";
import { paymentEvents, payments } from "../table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate payments, payment_events, sandbox_payments, mails, audit_log`);
});
afterAll(() => app.close());

interface Sending {
  readonly payload: string;
  readonly at?: number;
  readonly signature?: string | null;
  readonly headers?: Record<string, string>;
}

const seconds = () => Math.floor(app.clock.now.getTime() / 1_000);

function send({ payload, at = seconds(), signature, headers }: Sending) {
  const signed = signature === undefined ? signatureOf(payload, app.deps.encryption, at) : signature;
  return app.send("POST /api/support/payment/webhook", {
    raw: payload,
    headers: {
      "Content-Type": "application/json",
      ...(signed !== null && { "Sandbox-Signature": signed }),
      ...headers,
    },
  });
}

/** An event about the only payment in the table. */
async function eventOf(type: string, changed: object = {}): Promise<string> {
  const [row] = await app.db.orm.select().from(payments);
  const { id: merchantId = "none", gatewayId: chargeId = "none", amountCents = 0, currency = "" } = row ?? {};
  return JSON.stringify({
    id: crypto.randomUUID(),
    type,
    merchantId,
    chargeId,
    amountCents,
    currency,
    ...changed,
  });
}

const begin = async (): Promise<string> => (await give(app)).json.paymentId;
const statusOf = async (id: string) => (await verify(app, id)).json.status;
const count = async () => (await app.db.orm.select().from(paymentEvents)).length;

test("a signed webhook event settles its payment once, however often it is sent", async () => {
  const id = await begin();
  const payload = await eventOf("charge.paid");
  const responses = await Promise.all(Array.from({ length: 100 }, () => send({ payload })));
  expect(responses.every(({ status, json }) => status === 200 && json.received === true)).toBe(true);
  expect([await statusOf(id), await count(), (await app.db.orm.select().from(mails)).length]).toEqual([
    "succeeded",
    1,
    1,
  ]);
});

test("a webhook event with a changed byte, a stale or future timestamp or no signature is refused", async () => {
  const id = await begin();
  const payload = await eventOf("charge.paid");
  const good = signatureOf(payload, app.deps.encryption, seconds());
  const wrong: readonly Sending[] = [
    { payload: payload.replace("charge.paid", "charge.paie"), signature: good },
    { payload: JSON.stringify(JSON.parse(payload), null, 1), signature: good },
    { payload, at: seconds() - 301 },
    { payload, at: seconds() + 301 },
    { payload, signature: null },
    { payload, signature: "" },
    { payload, signature: good.slice(0, -1) },
    { payload, signature: good.replace(/t=\d+/, `t=${seconds() - 1}`) },
    { payload: "", signature: good },
  ];
  for (const sending of wrong) {
    const { status, json } = await send(sending);
    expect([status, json.code]).toEqual([400, "INVALID_INPUT"]);
  }
  expect([await statusOf(id), await count()]).toEqual(["pending", 0]);
  for (const at of [seconds() - 299, seconds() + 299]) expect((await send({ payload, at })).status).toBe(200);
});

test("a webhook event is accepted from another site, and its cookies are ignored", async () => {
  const id = await begin();
  const headers = {
    Origin: "https://evil.example",
    "Sec-Fetch-Site": "cross-site",
    Cookie: "staff_session=x",
  };
  const payload = await eventOf("charge.paid");
  expect((await send({ payload, signature: "t=1,v1=x", headers })).status).toBe(400);
  expect((await send({ payload, headers })).status).toBe(200);
  expect(await statusOf(id)).toBe("succeeded");
});

test("webhook events are accepted in any order: late ones change nothing, and a refunded payment stays refunded", async () => {
  const id = await begin();
  await send({ payload: await eventOf("charge.refunded") });
  expect(await statusOf(id)).toBe("refunded");
  for (const type of ["charge.paid", "charge.updated", "charge.declined"])
    await send({ payload: await eventOf(type) });
  expect(await statusOf(id)).toBe("refunded");
  expect(await app.db.orm.select().from(mails)).toEqual([]);
});

test("a webhook event that contradicts a settled payment is recorded in the audit log", async () => {
  const id = await begin();
  await send({ payload: await eventOf("charge.declined") });
  await send({ payload: await eventOf("charge.paid") });
  expect(await statusOf(id)).toBe("failed");
  const entries = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
  expect(entries.at(-1)).toMatchObject({
    subject: id,
    before: { status: "failed" },
    after: { ignored: "succeeded" },
  });
});

test("a webhook event with another amount or currency fails the payment and is recorded in the audit log", async () => {
  for (const changed of [{ amountCents: 1 }, { currency: "EUR" }]) {
    await app.db.orm.execute(sql`truncate payments, payment_events`);
    const id = await begin();
    await send({ payload: await eventOf("charge.paid", changed) });
    expect(await statusOf(id)).toBe("failed");
    const entries = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(entries.at(-1)).toMatchObject({ subject: id, after: { reason: "another amount", ...changed } });
  }
});

test("a webhook event about an unknown payment or of an unknown type gets a 200 and changes nothing", async () => {
  const id = await begin();
  for (const payload of [await eventOf("charge.paid", { merchantId: "none" }), await eventOf("moon.risen")])
    expect((await send({ payload })).status).toBe(200);
  expect([await statusOf(id), await count()]).toEqual(["pending", 0]);
});

test("the webhook accepts POST only, up to its size limit", async () => {
  expect((await app.send("GET /api/support/payment/webhook")).status).toBe(405);
  expect((await send({ payload: "x".repeat(300_000) })).status).toBe(413);
});
