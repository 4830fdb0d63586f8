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
  app.clock.forward(60_000); // resets the gateway's circuit breaker
});
afterAll(() => app.close());

const rows = () => app.db.orm.select().from(payments);

describe("the gift form", () => {
  test("the gift form names each missing required field in its message", async () => {
    const required = Object.keys(GIFT).filter(
      (name) => !["tier", "customerName", "billingCountry"].includes(name),
    );
    for (const name of required) {
      for (const value of [undefined, null, "", "  "]) {
        const response = await give(app, { [name]: value });
        expect([name, response.status, response.json.error, Object.keys(response.json.fields)]).toEqual([
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

  test("a card number is 13 to 19 digits and nothing else", async () => {
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

  test("a CVV is 3 or 4 digits", async () => {
    for (const cvv of ["12", "12345", "12a", "１２３"]) {
      expect([cvv, (await give(app, { cvv })).json.error]).toEqual([cvv, "Invalid CVV"]);
    }
    expect((await give(app, { cvv: "1234" })).json.success).toBe(true);
  });

  test("an amount is between 1 and 499.99 with at most two decimals", async () => {
    for (const amount of [0.99, 0, -1, 1.005, 25.005, 499.999, "25", true, Number.NaN]) {
      expect([amount, (await give(app, { amount })).status]).toEqual([amount, 400]);
    }
    for (const amount of [1, 4.35, 100.1, 499.99]) {
      expect([amount, (await give(app, { amount })).json.success]).toEqual([amount, true]);
    }
    expect((await rows()).map((row) => Number(row.amountCents)).sort((a, b) => a - b)).toEqual([
      100, 435, 10_010, 49_999,
    ]);
  });

  test("a gift of 500 or more is referred to the contact email", async () => {
    for (const amount of [500, 1_000_000]) {
      const { status, json } = await give(app, { amount });
      expect([status, json.error]).toEqual([400, expect.stringContaining("salam@rihla.example")]);
    }
  });

  test("error messages never repeat a value, not even a card number in the wrong field", async () => {
    const number = CARDS.good;
    const wrong = [
      { customerEmail: number },
      { customerEmail: `${number}@example.com` },
      { amount: number },
      { cvv: number },
    ];
    for (const body of [...wrong, { [number]: number, cvv: "" }, { customerName: { number } }]) {
      const response = await give(app, body);
      expect([response.status, response.text.includes(number)]).toEqual([400, false]);
    }
  });

  test("a card number is removed from every free-text field", async () => {
    const text = `me ${CARDS.good} you`;
    const response = await give(app, {
      tier: text,
      customerName: text,
      billingAddress: text,
      [CARDS.good]: text,
    });
    expect(response.json.success).toBe(true);
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

describe("gifts with the sandbox's valid card", () => {
  test("a gift is pending until its payment page is confirmed, then succeeds and sends a receipt", async () => {
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
      name: GIFT.customerName,
      paidAt: app.clock.now.toISOString(),
    });
    const [mail, ...more] = await app.db.orm.select().from(mails);
    expect([mail?.to, mail?.kind, more]).toEqual([GIFT.customerEmail, "receipt", []]);
    expect(mail?.subject).toStartWith("[Sandbox test] Your gift to ");
    expect(mail?.text).toStartWith("This is a test of the sandbox gateway: no card was charged");
    expect(mail?.text).toContain("not tax-deductible, and it is not zakat");
    expect(mail?.text).toContain(`\nFrom: ${GIFT.customerName}\n`);
    expect(await rows()).toMatchObject([{ status: "succeeded", cardBrand: "visa", cardLast4: "4242" }]);
  });

  test("the receipt repeats a name only if it reads as one, because the address may be another person's", async () => {
    const names = [
      "عائشة بنت أبي بكر",
      "Rami O’Connor-Ali",
      "Win at evil.com",
      "https://evil",
      "Pay me now!",
      "",
    ];
    for (const customerName of names) {
      const { paymentUrl } = (await give(app, { customerName })).json;
      await decide(app, paymentUrl, "confirm");
    }
    const sent = await app.db.orm.select().from(mails).orderBy(mails.createdAt, mails.id);
    const shown = sent.map(({ text }) => /^From: (.*)$/m.exec(text ?? "")?.[1]);
    expect(shown).toEqual([names[0], names[1], undefined, undefined, undefined, undefined]);
  });

  test("audit entries of a gift hold no name and no address", async () => {
    const { json } = await give(app);
    await decide(app, json.paymentUrl, "confirm");
    const entries = await app.db.orm.select().from(auditLog).orderBy(auditLog.id);
    expect(entries.map(({ action, after }) => [action, (after as { status: string }).status])).toEqual([
      ["public.support.pay", "pending"],
      ["public.sandbox.decide", "succeeded"],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/amina/i);
  });

  test("a gift declined on its payment page fails for good", async () => {
    const { json } = await give(app);
    await decide(app, json.paymentUrl, "decline");
    expect((await verify(app, json.paymentId)).json).toMatchObject({ success: false, status: "failed" });
    expect((await decide(app, json.paymentUrl, "confirm")).json.status).toBe("declined");
    expect((await verify(app, json.paymentId)).json.status).toBe("failed");
    expect(await app.db.orm.select().from(mails)).toEqual([]);
  });

  test("a gift is refunded when the gateway reports it", async () => {
    const { json } = await give(app);
    await decide(app, json.paymentUrl, "confirm");
    await decide(app, json.paymentUrl, "refund");
    expect((await verify(app, json.paymentId)).json).toMatchObject({ success: false, status: "refunded" });
  });

  test("verifying a gift settles it when the webhook event was lost", async () => {
    const { json } = await give(app);
    using _fault = changeWebhookEvents(app, () => []);
    await decide(app, json.paymentUrl, "confirm");
    expect(await rows()).toMatchObject([{ status: "pending" }]);
    expect((await verify(app, json.paymentId)).json).toMatchObject({ success: true, status: "succeeded" });
  });

  test("a gift whose webhook events are repeated and reordered counts once", async () => {
    const { json } = await give(app);
    using _fault = changeWebhookEvents(app, (events) => {
      const reversed = events.toReversed();
      return [...reversed, ...reversed, ...reversed, ...reversed];
    });
    await decide(app, json.paymentUrl, "confirm");
    expect((await app.db.orm.select().from(mails)).length).toBe(1);
    expect((await verify(app, json.paymentId)).json.status).toBe("succeeded");
  });
});

describe("gifts that the gateway does not accept", () => {
  test("every declined card gets the same message", async () => {
    const responses = [];
    for (const cardNumber of [CARDS.refused, CARDS.noFunds, "4242424242424241"]) {
      const { status, json } = await give(app, { cardNumber });
      responses.push([status, json]);
    }
    const declined = [
      200,
      {
        success: false,
        ionic_error: "The payment was declined. Please use another card or another way to give.",
      },
    ];
    expect(responses).toEqual([declined, declined, declined]);
    expect((await rows()).map((row) => row.status)).toEqual(["failed", "failed", "failed"]);
  });

  test("a gift during a gateway outage becomes a pledge with a stored reference", async () => {
    const { status, json } = await give(app, { cardNumber: CARDS.away });
    const [pledge] = await app.db.orm.select().from(pledges);
    expect([status, json]).toEqual([
      200,
      {
        success: false,
        alternative_payment: {
          message: expect.stringContaining(pledge?.reference ?? "none"),
          reference: pledge?.reference ?? "none",
          venmo: "@rihla-app",
          zelle: "gifts@rihla.example",
        },
      },
    ]);
    expect(pledge).toMatchObject({ amountCents: 5_000, customerEmail: GIFT.customerEmail, receivedAt: null });
    expect(await rows()).toMatchObject([{ status: "pending", gatewayId: null }]);
  });

  test("after five gateway failures in a row, gifts skip the gateway for half a minute", async () => {
    await give(app);
    for (let n = 0; n < 6; n += 1) await give(app, { cardNumber: CARDS.away });
    expect((await rows()).length).toBe(6); // the accepted gift, and five of the six that failed
    expect(Object.keys((await give(app)).json)).toEqual(["success", "alternative_payment"]);
    app.clock.forward(30_001);
    expect((await give(app)).json.success).toBe(true);
  });
});

describe("the state of a gift", () => {
  test("the state of a gift is shown to anyone with its id, without personal data until it is received", async () => {
    for (const [paymentId, status] of [
      [undefined, 400],
      ["", 400],
      [7, 400],
      ["none", 404],
      ["x".repeat(26), 404],
    ] as const)
      expect([paymentId, (await verify(app, paymentId)).status]).toEqual([paymentId, status]);
    const { json } = await give(app);
    expect((await verify(app, json.paymentId)).text).not.toMatch(/amina|main street|42424242/i);
  });
});

test("the support page can read the ways to give", async () => {
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
