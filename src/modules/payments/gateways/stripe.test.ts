import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { cents } from "../../../shared/money/money.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { type StripeBehavior, startFakeStripe, stripeSignature } from "../../../testing/fake-stripe.ts";
import { GIFT, GIFT_WITHOUT_CARD, verify } from "../../../testing/gifts.ts";
import { payments, pledges } from "../table.ts";
import { createCircuitBreaker } from "./create-gateway.ts";
import { GatewayUnavailable } from "./gateway.ts";
import { createStripe } from "./stripe.ts";

const SECRETS = ["whsec_old", "whsec_new"] as const;
const ACCOUNT = {
  secretKey: "sk_test_1",
  webhookSecret: SECRETS.join(", "),
  origin: "http://localhost:3000",
  brand: "Rihla",
};
const stripe = startFakeStripe();
let app: TestApp;
beforeAll(async () => {
  const gateway = createStripe({ ...ACCOUNT, apiUrl: new URL(stripe.url) });
  app = await testApp({}, { gateway: { ...gateway, timeout: 300 } });
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate payments, payment_events, payment_keys, pledges`);
  stripe.state.mood = "well";
  stripe.seen.length = 0;
  app.clock.forward(60_000);
});
afterAll(async () => {
  await stripe.stop();
  await app.close();
});

const give = (body: object = {}, headers: Record<string, string> = {}) =>
  app.send("POST /api/support/payment", { body: { ...GIFT_WITHOUT_CARD, ...body }, headers });
const sessionOf = (paymentId: string) =>
  [...stripe.sessions.values()].find(({ metadata }) => metadata.paymentId === paymentId);
const rows = () => app.db.orm.select().from(payments);

describe("gifts through Stripe Checkout", () => {
  test("with Stripe the form asks for no card, and card details are refused before anything else", async () => {
    expect((await app.send("GET /api/support/payment/options")).json).toMatchObject({
      gateway: "stripe",
      collectsCard: false,
    });
    for (const body of [GIFT, { cardNumber: "4242" }, { cvv: "" }, { expiryMonth: "12", amount: 0.1 }]) {
      const { status, json } = await app.send("POST /api/support/payment", { body });
      expect([status, json.code, json.error]).toEqual([
        400,
        "INVALID_INPUT",
        "Card details are entered on the payment page, not here",
      ]);
    }
    expect([stripe.seen, await rows()]).toEqual([[], []]);
    const { json } = await app.send("POST /api/support/payment", { body: {} });
    expect(Object.keys(json.fields)).toEqual([
      "customerEmail",
      "amount",
      "billingAddress",
      "billingCity",
      "billingState",
      "billingZip",
    ]);
  });

  test("the visitor is sent to Stripe, with our payment id as the idempotency key and our own return URLs", async () => {
    const { json, headers } = await give({ amount: 100.1 });
    expect(json).toMatchObject({ success: true, paymentUrl: sessionOf(json.paymentId)?.url });
    const [request] = stripe.seen;
    const form = new URLSearchParams(request?.body);
    expect([request?.key, request?.authorization]).toEqual([json.paymentId, "Bearer sk_test_1"]);
    expect(request?.requestId).toBe(headers.get("X-Request-Id"));
    expect([
      form.get("line_items[0][price_data][unit_amount]"),
      form.get("success_url"),
      form.get("cancel_url"),
    ]).toEqual([
      "10010",
      `http://localhost:3000/support/success/${json.paymentId}`,
      "http://localhost:3000/support",
    ]);
  });

  test("verifying a gift reads its state from Stripe, paid or refunded", async () => {
    const { json } = await give();
    const session = sessionOf(json.paymentId);
    if (!session) throw new Error("no session found");
    expect((await verify(app, json.paymentId)).json.status).toBe("pending");
    Object.assign(session, { status: "complete", payment_status: "paid", refunded: true });
    expect((await verify(app, json.paymentId)).json).toMatchObject({ success: false, status: "refunded" });
  });

  test("a gift that a slow bank declines stays pending until then and fails", async () => {
    const { json } = await give();
    const session = sessionOf(json.paymentId);
    if (!session) throw new Error("no session found");
    session.status = "complete";
    expect((await verify(app, json.paymentId)).json.status).toBe("pending");
    session.intent = "requires_payment_method";
    expect((await verify(app, json.paymentId)).json.status).toBe("failed");
  });

  test("a gift that Stripe refuses gets one message that does not mention a card", async () => {
    for (const mood of ["refuses", "dislikes the address"] as const) {
      stripe.state.mood = mood;
      const ionic_error = expect.stringContaining("could not be opened");
      expect((await give()).json).toEqual({ success: false, ionic_error });
    }
    expect(await rows()).toMatchObject([{ status: "failed" }, { status: "failed" }]);
  });

  test("a gift becomes a pledge however Stripe fails, and visitors are never redirected to another host", async () => {
    const moods: readonly StripeBehavior[] = [
      "misunderstands",
      "breaks",
      "talks nonsense",
      "is silent",
      "is endless",
      "sends away",
      "elsewhere",
    ];
    for (const mood of moods) {
      stripe.state.mood = mood;
      app.clock.forward(31_000);
      const { status, json } = await give();
      expect([mood, status, Object.keys(json)]).toEqual([mood, 200, ["success", "alternative_payment"]]);
    }
    expect([
      (await app.db.orm.select().from(pledges)).length,
      (await rows()).every((row) => row.status === "pending"),
    ]).toEqual([7, true]);
  });

  test("a refused or dropped connection counts as an unavailable gateway", async () => {
    const cutting = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void socket.terminate() },
    });
    const payment = {
      id: "a".repeat(26),
      amountCents: cents(2_500),
      currency: "USD",
      tier: "",
      customerEmail: "a@b.cd",
    };
    const billing = { name: "", address: "", city: "", state: "", zip: "", country: "US" };
    try {
      for (const url of ["http://127.0.0.1:1", `http://127.0.0.1:${cutting.port}`]) {
        const gateway = createStripe({ ...ACCOUNT, apiUrl: new URL(url) });
        const outcome = await createCircuitBreaker(gateway, () => app.clock.now)
          .call(() => gateway.createCheckout(payment, billing, null))
          .catch((error: unknown) => error);
        expect(outcome).toBeInstanceOf(GatewayUnavailable);
      }
    } finally {
      cutting.stop(true);
    }
  });

  test("the reconciliation settles paid and expired gifts and leaves unknown and open ones pending", async () => {
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.push((await give()).json.paymentId as string);
    const [paid = "", expired = "", unknown = "", open = ""] = ids;
    Object.assign(sessionOf(paid) ?? {}, { status: "complete", payment_status: "paid" });
    Object.assign(sessionOf(expired) ?? {}, { status: "expired" });
    stripe.sessions.delete(sessionOf(unknown)?.id ?? "");
    expect(await app.operate("admin.payments.reconcile", {})).toEqual({
      asked: 0,
      settled: 0,
      unanswered: 0,
    });
    app.clock.forward(10 * 60_000);
    expect(await app.operate("admin.payments.reconcile", {})).toEqual({
      asked: 4,
      settled: 2,
      unanswered: 1,
    });
    const statuses = new Map((await rows()).map((row) => [row.id, row.status]));
    expect(ids.map((id) => statuses.get(id))).toEqual(["succeeded", "failed", "pending", "pending"]);
    stripe.state.mood = "breaks";
    expect(await app.operate("admin.payments.reconcile", {})).toEqual({
      asked: 2,
      settled: 0,
      unanswered: 2,
    });
    expect((await verify(app, open)).json.status).toBe("pending");
  });

  test("sessions that are unknown to the account do not open the circuit breaker", async () => {
    for (let n = 0; n < 6; n += 1) await give();
    stripe.sessions.clear();
    app.clock.forward(10 * 60_000);
    const result = { asked: 6, settled: 0, unanswered: 6 };
    expect(await app.operate("admin.payments.reconcile", {})).toEqual(result);
    expect((await give()).json.success).toBe(true);
  });

  test("a gift whose response was lost resumes the same Stripe session", async () => {
    const { json } = await give();
    await app.db.orm.execute(sql`update payments set gateway_id = null, payment_url = null`);
    Object.assign(sessionOf(json.paymentId) ?? {}, { status: "complete", payment_status: "paid" });
    const before = stripe.sessions.size;
    await app.operate("admin.payments.reconcile", { olderThan: 0 });
    expect([stripe.sessions.size, (await rows())[0]?.status]).toEqual([before, "succeeded"]);
  });
});

describe("Stripe's webhook events", () => {
  const seconds = () => Math.floor(app.clock.now.getTime() / 1_000);
  const send = (payload: string, signature: string) =>
    app.send("POST /api/support/payment/webhook", {
      raw: payload,
      headers: { "Stripe-Signature": signature },
    });
  const eventOf = (type: string, object: object) =>
    JSON.stringify({ id: `evt_${crypto.randomUUID()}`, object: "event", type, data: { object } });
  const signed = (payload: string, secret: string = SECRETS[1], t = seconds()) =>
    send(payload, stripeSignature(payload, secret, t));
  async function begin() {
    const { json } = await give();
    const session = sessionOf(json.paymentId);
    return { id: json.paymentId as string, session: { ...session, payment_status: "paid" } };
  }

  test("a Stripe event signed with any configured secret settles its payment", async () => {
    for (const secret of SECRETS) {
      const { id, session } = await begin();
      expect((await signed(eventOf("checkout.session.completed", session), secret)).status).toBe(200);
      expect((await verify(app, id)).json.status).toBe("succeeded");
    }
  });

  test("a Stripe event with another secret, a stale or future timestamp or no signature is refused", async () => {
    const { id, session } = await begin();
    const payload = eventOf("checkout.session.completed", session);
    const good = stripeSignature(payload, SECRETS[1], seconds());
    const responses = [
      await signed(payload, "whsec_other"),
      await signed(payload, SECRETS[1], seconds() - 301),
      await signed(payload, SECRETS[1], seconds() + 301),
      await send(payload, ""),
      await send(`${payload} `, good),
      await send(JSON.stringify(JSON.parse(payload), null, 2), good),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    expect((await verify(app, id)).json.status).toBe("pending");
  });

  test("a Stripe event about a delayed payment leaves it pending until the money arrives", async () => {
    const { id, session } = await begin();
    await signed(eventOf("checkout.session.completed", { ...session, payment_status: "unpaid" }));
    expect((await verify(app, id)).json.status).toBe("pending");
    await signed(eventOf("checkout.session.async_payment_succeeded", session));
    expect((await verify(app, id)).json.status).toBe("succeeded");
  });

  test("Stripe events about expired sessions and full refunds are applied, partial refunds and other types ignored", async () => {
    const expired = await begin();
    await signed(eventOf("checkout.session.expired", expired.session));
    expect((await verify(app, expired.id)).json.status).toBe("failed");
    const refunded = await begin();
    await signed(eventOf("checkout.session.completed", refunded.session));
    const charge = { amount: 5_000, currency: "usd", metadata: { paymentId: refunded.id } };
    await signed(eventOf("charge.refunded", { ...charge, refunded: false })); // partial
    expect((await verify(app, refunded.id)).json.status).toBe("succeeded");
    await signed(eventOf("charge.refunded", { ...charge, refunded: true }));
    expect((await verify(app, refunded.id)).json.status).toBe("refunded");
    expect((await signed(eventOf("customer.created", {}))).status).toBe(200);
  });
});
