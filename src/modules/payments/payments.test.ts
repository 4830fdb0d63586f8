import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type TestApp, testApp } from "../../testing/app.ts";
import { CARDS, changeWebhookEvents, decide, GIFT, give, verify } from "../../testing/gifts.ts";
import { auditLog } from "../audit/table.ts";
import { mails } from "../mail/table.ts";
import { payments, pledges, sandboxPayments } from "./table.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  await app.db.orm.execute(sql`truncate payments, payment_events, payment_keys, pledges, sandbox_payments,
    mails, audit_log`);
  app.clock.forward(60_000); // whatever the gateway's breaker remembers is over
});
afterAll(() => app.close());

const rows = () => app.db.orm.select().from(payments);

describe("the form of a gift", () => {
  test("needs every field of the specification, and says so in its sentence", async () => {
    const required = Object.keys(GIFT).filter(
      (name) => !["tier", "customerName", "billingCountry"].includes(name),
    );
    for (const name of required) {
      for (const value of [undefined, null, ...(name === "amount" ? [] : ["", "  "])]) {
        const answer = await give(app, { [name]: value });
        expect([name, answer.status, answer.json.error, Object.keys(answer.json.fields)]).toEqual([
          name,
          400,
          "Missing Information: Please fill in all required fields including credit card and billing information",
          [name],
        ]);
      }
    }
    expect(Object.keys((await app.send("POST /api/support/payment", { body: {} })).json.fields)).toEqual(
      required.toSorted(byForm),
    );
    expect(await rows()).toEqual([]);
  });

  test("takes 13 to 19 digits as a card's number and nothing else", async () => {
    for (const cardNumber of [
      "123456789012",
      "12345678901234567890",
      "4242-4242-4242-4242",
      "4242x42424242424242",
    ]) {
      const { status, json } = await give(app, { cardNumber });
      expect([cardNumber, status, json.error]).toEqual([cardNumber, 400, "Invalid Card Number"]);
    }
    for (const cardNumber of ["4222222222222", "6799990100000000019"]) {
      expect([cardNumber, (await give(app, { cardNumber })).json.success]).toEqual([cardNumber, true]);
    }
  });

  test("takes 3 or 4 digits as CVV", async () => {
    for (const cvv of ["12", "12345", "12a", "１２３"]) {
      expect([cvv, (await give(app, { cvv })).json.error]).toEqual([cvv, "Invalid CVV"]);
    }
    expect((await give(app, { cvv: "1234" })).json.success).toBe(true);
  });

  test("takes amounts from 1 to 499.99 with two decimals", async () => {
    for (const amount of [0.99, 0, -1, 1.005, 25.005, 499.999, "25", true, Number.NaN]) {
      expect([amount, (await give(app, { amount })).status]).toEqual([amount, 400]);
    }
    for (const amount of [1, 4.35, 100.1, 499.99]) {
      expect([amount, (await give(app, { amount })).json.success]).toEqual([amount, true]);
    }
    expect((await rows()).map((row) => row.amountCents).sort((a, b) => a - b)).toEqual([
      100, 435, 10_010, 49_999,
    ]);
  });

  test("sends large gifts to the e-mail contact", async () => {
    for (const amount of [500, 1_000_000]) {
      const { status, json } = await give(app, { amount });
      expect([status, json.error]).toEqual([400, expect.stringContaining("salam@rihla.example")]);
    }
  });

  test("never repeats a value, not even one in the wrong field", async () => {
    const number = CARDS.good;
    const wrong = [
      { customerEmail: number },
      { customerEmail: `${number}@example.com` },
      { amount: number },
      { cvv: number },
    ];
    for (const body of [...wrong, { [number]: number, cvv: "" }, { customerName: { number } }]) {
      const answer = await give(app, body);
      expect([answer.status, answer.text.includes(number)]).toEqual([400, false]);
    }
  });

  test("keeps a card's number out of every free text", async () => {
    const text = `me ${CARDS.good} you`;
    const answer = await give(app, {
      tier: text,
      customerName: text,
      billingAddress: text,
      [CARDS.good]: text,
    });
    expect(answer.json.success).toBe(true);
    const everything = JSON.stringify([await rows(), await app.db.orm.select().from(sandboxPayments)]);
    expect(everything).not.toContain(CARDS.good);
    expect(await rows()).toMatchObject([
      { tier: "me [number removed] you", customerName: "me [number removed] you" },
    ]);
  });
});

const FORM = Object.keys(GIFT);
const ORDER = ["customerEmail", "amount", ...FORM.filter((name) => /^card|^expiry|^cvv/.test(name)), ...FORM];
const byForm = (one: string, other: string) => ORDER.indexOf(one) - ORDER.indexOf(other);

describe("a gift with the sandbox's good card", () => {
  test("is pending until its page is confirmed, and then succeeded with a receipt", async () => {
    const begun = await give(app);
    expect([begun.status, begun.json]).toEqual([
      200,
      {
        success: true,
        paymentUrl: expect.stringMatching(/^http:\/\/localhost:3000\/sandbox\/pay\//),
        paymentId: expect.stringMatching(/^.{26}$/),
      },
    ]);
    const { paymentId, paymentUrl } = begun.json;
    expect((await verify(app, paymentId)).json).toMatchObject({
      success: false,
      status: "pending",
      amount: 50,
      tier: "Community Builder",
      paidAt: null,
    });
    expect((await decide(app, paymentUrl, "confirm")).json).toEqual({
      success: true,
      paymentId,
      status: "paid",
    });
    expect((await verify(app, paymentId)).json).toEqual({
      success: true,
      status: "succeeded",
      amount: 50,
      tier: "Community Builder",
      reference: expect.stringMatching(/^[A-Z]+-[A-Z]+-\d{4}$/),
      paidAt: app.clock.now.toISOString(),
    });
    const [mail, ...more] = await app.db.orm.select().from(mails);
    expect([mail?.to, mail?.kind, more]).toEqual([GIFT.customerEmail, "receipt", []]);
    expect(mail?.subject).toStartWith("[Sandbox test] Your gift to ");
    expect(mail?.text).toStartWith("This is a test of the sandbox gateway: no card was charged");
    expect(mail?.text).toContain("not tax-deductible, and it is not zakat");
    expect(mail?.text).not.toContain("Amina"); // a mail to anybody's address holds nothing that somebody typed
    expect(await rows()).toMatchObject([{ status: "succeeded", cardBrand: "visa", cardLast4: "4242" }]);
  });

  test("leaves acts without name and address", async () => {
    const { json } = await give(app);
    await decide(app, json.paymentUrl, "confirm");
    const acts = await app.db.orm.select().from(auditLog);
    expect(acts.map(({ action, after }) => [action, (after as { status: string }).status])).toEqual([
      ["public.support.pay", "pending"],
      ["public.sandbox.decide", "succeeded"],
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/amina/i);
  });

  test("fails where its page is declined, and stays so", async () => {
    const { json } = await give(app);
    await decide(app, json.paymentUrl, "decline");
    expect((await verify(app, json.paymentId)).json).toMatchObject({ success: false, status: "failed" });
    expect((await decide(app, json.paymentUrl, "confirm")).json.status).toBe("declined");
    expect((await verify(app, json.paymentId)).json.status).toBe("failed");
    expect(await app.db.orm.select().from(mails)).toEqual([]);
  });

  test("is refunded when the gateway says so", async () => {
    const { json } = await give(app);
    await decide(app, json.paymentUrl, "confirm");
    await decide(app, json.paymentUrl, "refund");
    expect((await verify(app, json.paymentId)).json).toMatchObject({ success: false, status: "refunded" });
  });

  test("is found out by asking, where the gateway's notice was lost", async () => {
    const { json } = await give(app);
    using _fault = changeWebhookEvents(app, () => []);
    await decide(app, json.paymentUrl, "confirm");
    expect(await rows()).toMatchObject([{ status: "pending" }]);
    expect((await verify(app, json.paymentId)).json).toMatchObject({ success: true, status: "succeeded" });
  });

  test("whose notices are repeated and reversed counts once", async () => {
    const { json } = await give(app);
    using _fault = changeWebhookEvents(app, (notices) => {
      const reversed = notices.toReversed();
      return [...reversed, ...reversed, ...reversed, ...reversed];
    });
    await decide(app, json.paymentUrl, "confirm");
    expect((await app.db.orm.select().from(mails)).length).toBe(1);
    expect((await verify(app, json.paymentId)).json.status).toBe("succeeded");
  });
});

describe("a gift that the gateway does not take", () => {
  test("is refused in one wording, whatever is wrong with the card", async () => {
    const answers = [];
    for (const cardNumber of [CARDS.refused, CARDS.noFunds, "4242424242424241"]) {
      const { status, json } = await give(app, { cardNumber });
      answers.push([status, json]);
    }
    const one = [
      200,
      {
        success: false,
        ionic_error: "The payment was declined. Please use another card or another way to give.",
      },
    ];
    expect(answers).toEqual([one, one, one]);
    expect((await rows()).map((row) => row.status)).toEqual(["failed", "failed", "failed"]);
  });

  test("has other ways while the gateway is away, with a reference that is kept", async () => {
    const { status, json } = await give(app, { cardNumber: CARDS.away });
    const [pledge] = await app.db.orm.select().from(pledges);
    expect([status, json]).toEqual([
      200,
      {
        success: false,
        alternative_payment: {
          message: expect.stringContaining(pledge?.reference ?? "none"),
          venmo: "@rihla-app",
          zelle: "gifts@rihla.example",
        },
      },
    ]);
    expect(pledge).toMatchObject({ amountCents: 5_000, customerEmail: GIFT.customerEmail, receivedAt: null });
    expect(await rows()).toMatchObject([{ status: "pending", gatewayId: null }]);
  });

  test("is not tried after five failures in a row, for half a minute", async () => {
    await give(app);
    for (let turn = 0; turn < 6; turn++) await give(app, { cardNumber: CARDS.away });
    expect((await rows()).length).toBe(6); // the one that was taken, and five of six that were tried
    expect(Object.keys((await give(app)).json)).toEqual(["success", "alternative_payment"]);
    app.clock.forward(30_001);
    expect((await give(app)).json.success).toBe(true);
  });
});

describe("what became of a gift", () => {
  test("is told to whoever has its id, and of nobody else's", async () => {
    for (const [paymentId, status] of [
      [undefined, 400],
      ["", 400],
      [7, 400],
      ["none", 404],
      ["x".repeat(26), 404],
    ] as const)
      expect([paymentId, (await verify(app, paymentId)).status]).toEqual([paymentId, status]);
    const { json } = await give(app);
    expect((await verify(app, json.paymentId)).text).not.toMatch(/amina|main street|4242/i);
  });
});

test("the page learns how one can give", async () => {
  const { json } = await app.send("GET /api/support/payment/options");
  expect(json).toMatchObject({
    gateway: "sandbox",
    collectsCard: true,
    currency: "USD",
    largeGiftEmail: "salam@rihla.example",
    venmo: "@rihla-app",
    zelle: "gifts@rihla.example",
  });
  expect(
    json.tiers.map(({ name, amount, openEnded }: Record<string, unknown>) => [name, amount, openEnded]),
  ).toEqual([
    ["Beta Supporter", 25, false],
    ["Community Builder", 50, false],
    ["Ummah Champion", 100, false],
    ["Founding Patron", 250, true],
  ]);
});
