import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { days } from "../../shared/duration.ts";
import { basic, staff } from "../../testing/accounts.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { CARDS, decide, GIFT, GIFT_WITHOUT_CARD, give } from "../../testing/gifts.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { pledges } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const role of ["admin", "partner_manager"] as const) await staff(app, role);
});
beforeEach(async () => {
  await app.db.orm.execute(
    sql`truncate payments, payment_events, pledges, sandbox_payments, mails, audit_log`,
  );
  app.clock.forward(60_000);
});
afterAll(() => app.close());

const asAdmin = (line: string, body?: unknown) =>
  app.send(line, { headers: basic("admin"), ...(body !== undefined && { body }) });

describe("the payment screens", () => {
  test("staff list gifts newest first, search them and filter them", async () => {
    const paid = (await give(app, { amount: 25, customerName: "Bilal 100%" })).json;
    await decide(app, paid.paymentUrl, "confirm");
    app.clock.forward(1_000);
    await give(app, { cardNumber: CARDS.refused });
    const all = await asAdmin("GET /api/admin/payments");
    expect(all.json.map((each: { status: string; amount: number }) => [each.status, each.amount])).toEqual([
      ["failed", 50],
      ["succeeded", 25],
    ]);
    expect(all.json[1]).toMatchObject({ id: paid.paymentId, cardLast4: "4242", gateway: "sandbox" });
    const found = async (query: string) => (await asAdmin(`GET /api/admin/payments?${query}`)).json.length;
    expect([
      await found("q=bilal"),
      await found("q=100%25"),
      await found("status=failed"),
      await found("kind=sandbox"),
      await found("kind=stripe"),
    ]).toEqual([1, 1, 1, 2, 0]);
    expect((await asAdmin("GET /api/admin/payments?status=moon")).status).toBe(400);
    const page = await asAdmin("GET /api/admin/payments?limit=1");
    expect([page.headers.get("x-total-count"), page.headers.get("link")?.includes("cursor=")]).toEqual([
      "2",
      true,
    ]);
  });

  test("staff send the receipt of a received gift again, with its own day and not twice at once", async () => {
    const { paymentId, paymentUrl } = (await give(app)).json;
    const again = (id = paymentId) => asAdmin(`POST /api/admin/payments/${id}/receipt`, {});
    expect((await again()).status).toBe(409);
    await decide(app, paymentUrl, "confirm");
    const day = app.clock.now.toISOString().slice(0, 10);
    expect((await again()).status).toBe(429);
    app.clock.forward(days(3));
    const both = await Promise.all([again(), again()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    const sent = await app.db.orm.select().from(mails);
    expect(sent.map(({ kind, text }) => [kind, text?.includes(`Received: ${day} by card`)])).toEqual([
      ["receipt", true],
      ["receipt", true],
    ]);
    expect((await again("none")).status).toBe(404);
    const manager = { headers: basic("partner_manager"), body: {} };
    expect((await app.send(`POST /api/admin/payments/${paymentId}/receipt`, manager)).status).toBe(403);
  });

  test("staff see a gift with its gateway events", async () => {
    const { paymentId, paymentUrl } = (await give(app)).json;
    await decide(app, paymentUrl, "confirm");
    const { json } = await asAdmin(`GET /api/admin/payments/${paymentId}`);
    expect(json).toMatchObject({ id: paymentId, status: "succeeded", events: [{ type: "succeeded" }] });
    expect((await asAdmin("GET /api/admin/payments/none")).status).toBe(404);
  });

  test("totals count sandbox gifts separately from real ones", async () => {
    await decide(app, (await give(app)).json.paymentUrl, "confirm");
    await give(app);
    await give(app, { cardNumber: CARDS.away });
    const { json } = await asAdmin("GET /api/admin/payments/totals");
    expect(json).toMatchObject({
      currency: "USD",
      succeeded: { count: 0, amount: 0 },
      sandbox: { count: 1, amount: 50 },
    });
    expect(json.pledgesWaiting).toEqual({ count: 1, amount: 50 });
  });

  test("gifts that match are added up, and those that arrived apart; partner managers see no sums", async () => {
    await decide(app, (await give(app)).json.paymentUrl, "confirm");
    await give(app, { amount: 4.35 });
    const sum = async (query = "") => (await asAdmin(`GET /api/admin/payments/sum?${query}`)).json;
    expect(await sum()).toEqual({ amount: 54.35, received: 50 });
    expect(await sum("status=succeeded")).toEqual({ amount: 50, received: 50 });
    expect(await sum("q=nothing-like-it")).toEqual({ amount: 0, received: 0 });
    const manager = { headers: basic("partner_manager") };
    expect((await app.send("GET /api/admin/payments/sum", manager)).status).toBe(403);
  });

  test("donor names are deleted after their retention period, and the totals stay the same", async () => {
    await decide(app, (await give(app)).json.paymentUrl, "confirm");
    await give(app, { cardNumber: CARDS.refused });
    await give(app, { cardNumber: CARDS.away });
    const countNamed = async () => {
      await app.operate("operator.maintenance.sweep");
      const lists = ["GET /api/admin/payments", "GET /api/admin/payments/pledges"].map((list) =>
        asAdmin(list),
      );
      const rows = (await Promise.all(lists)).flatMap(({ json }) => json);
      return rows.filter((row) => `${row.customerName}${row.customerEmail}` !== "").length;
    };
    expect(await countNamed()).toBe(4);
    app.clock.forward(91 * 86_400_000);
    expect(await countNamed()).toBe(2); // the gift that succeeded, and one still pending at the gateway
    app.clock.forward(7 * 365 * 86_400_000);
    expect(await countNamed()).toBe(1);
    expect((await asAdmin("GET /api/admin/payments/totals")).json.sandbox).toEqual({ count: 1, amount: 50 });
  });

  test("an export of gifts contains no spreadsheet formulas and is recorded in the audit log", async () => {
    await give(app, { customerName: "=1+1", amount: 4.35 });
    const response = await asAdmin("GET /api/admin/payments/export");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="payments.csv"');
    expect(response.text).toContain(
      `"4.35","USD","Community Builder","'=1+1","${GIFT.customerEmail}","sandbox"`,
    );
    const [entry] = await app.db.orm
      .select()
      .from(auditLog)
      .where(sql`action = 'admin.payments.export'`)
      .orderBy(auditLog.id);
    expect(entry?.after).toEqual({ format: "csv", filtered: false });
  });

  test("partner managers and visitors cannot read gifts or pledges", async () => {
    for (const path of ["", "/totals", "/export", "/pledges", "/none"]) {
      const line = `GET /api/admin/payments${path}`;
      const statuses = [
        (await app.send(line)).status,
        (await app.send(line, { headers: basic("partner_manager") })).status,
      ];
      expect([line, ...statuses]).toEqual([line, 401, 403]);
    }
    const line = "PUT /api/admin/payments/pledges/none";
    expect((await app.send(line, { body: { method: "venmo" } })).status).toBe(401);
  });
});

describe("pledges", () => {
  async function pledged(): Promise<string> {
    await give(app, { cardNumber: CARDS.away });
    const [row] = await app.db.orm.select().from(pledges);
    return row?.reference ?? "none";
  }

  test("a pledge is marked as received once, and its receipt is sent", async () => {
    const reference = await pledged();
    const line = `PUT /api/admin/payments/pledges/${reference.toLowerCase()}`;
    const responses = await Promise.all([
      asAdmin(line, { method: "zelle" }),
      asAdmin(line, { method: "zelle" }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const listed = (await asAdmin("GET /api/admin/payments/pledges?received=true")).json;
    expect(listed).toMatchObject([{ reference, amount: 50, method: "zelle", receivedBy: "admin" }]);
    expect((await asAdmin("GET /api/admin/payments/pledges?received=false")).json).toEqual([]);
    const [mail] = await app.db.orm.select().from(mails);
    expect([mail?.to, mail?.text?.includes("by Zelle")]).toEqual([GIFT.customerEmail, true]);
  });

  test("marking a pledge as received needs a known method and an existing reference", async () => {
    const reference = await pledged();
    for (const body of [{}, { method: "cash" }])
      expect((await asAdmin(`PUT /api/admin/payments/pledges/${reference}`, body)).status).toBe(400);
    expect((await asAdmin("PUT /api/admin/payments/pledges/NO-SUCH-1", { method: "venmo" })).status).toBe(
      404,
    );
  });
});

test("without a gateway every gift becomes a pledge, and card details are refused", async () => {
  const off = await testApp({ PAYMENT_GATEWAY: "off" });
  try {
    const { json } = await off.send("POST /api/support/payment", { body: GIFT_WITHOUT_CARD });
    expect(json).toMatchObject({ success: false, alternative_payment: { venmo: "@rihla-app" } });
    expect((await off.send("POST /api/support/payment", { body: GIFT })).status).toBe(400);
    expect((await off.send("POST /api/support/payment/webhook", { raw: "{}" })).status).toBe(404);
    expect((await off.send("POST /sandbox/pay/none/confirm", { body: {} })).status).toBe(405);
    expect(await off.operate("admin.payments.reconcile", {})).toEqual({
      asked: 0,
      settled: 0,
      unanswered: 0,
    });
    expect((await off.db.orm.select().from(pledges)).length).toBe(1);
  } finally {
    await off.close();
  }
});

test("after three refused cards in an hour, further attempts from that address, email or card are blocked", async () => {
  const limited = await testApp({ RATE_LIMIT: "on" });
  const tryCard = (cardNumber: string, customerEmail: string, from: string) =>
    limited.send("POST /api/support/payment", { body: { ...GIFT, cardNumber, customerEmail }, from });
  try {
    for (let n = 0; n < 3; n += 1)
      expect((await tryCard(CARDS.refused, `a${n}@example.com`, "192.0.2.1")).status).toBe(200);
    const blocked = [
      await tryCard(CARDS.good, "b@example.com", "192.0.2.1"),
      await tryCard(CARDS.refused, "b@example.com", "192.0.2.2"),
    ];
    expect(blocked.map(({ status }) => status)).toEqual([429, 429]);
    expect(Number(blocked[0]?.headers.get("retry-after"))).toBe(3_600);
    for (let n = 0; n < 3; n += 1) await tryCard(CARDS.noFunds, "c@example.com", `192.0.2.${n + 10}`);
    expect((await tryCard(CARDS.good, "C@example.com", "192.0.2.20")).status).toBe(429);
    expect((await tryCard(CARDS.good, "d@example.com", "192.0.2.21")).json.success).toBe(true);
    limited.clock.forward(3_600_001);
    expect((await tryCard(CARDS.good, "b@example.com", "192.0.2.1")).json.success).toBe(true);
  } finally {
    await limited.close();
  }
});
