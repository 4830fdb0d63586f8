import type { Page } from "@playwright/test";
import {
  ANSWERS,
  CARDS,
  choose,
  dialog,
  field,
  fillGift,
  give,
  OPTIONS_CALL,
  PAY_CALL,
  refusing,
  tile,
} from "../../harness/browser/gifts.ts";
import { expect, expectAccessible, test } from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

const PATH = "/support";

test.describe("with each gateway response", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });
  test.beforeEach(async ({ page }) => {
    await page.goto(PATH);
    await choose(page);
  });

  test("a declined payment is shown as a Payment Error and keeps the form", async ({ page }) => {
    for (const card of [CARDS.refused, CARDS.noFunds]) {
      await fillGift(page, card);
      await give(page).click();
      await expect(toast(page)).toContainText("Payment Error");
      await expect(toast(page)).toContainText("declined");
      await expect(dialog(page).getByRole("alert")).toContainText("declined");
      await expect(dialog(page).getByRole("alert")).toContainText("Nothing was charged.");
      await expect(field(page, "Card number")).toBeFocused();
      await expect(field(page, "Card number")).toHaveValue(card);
      for (const label of ["Card number", "Expiry month", "Expiry year", "CVV"]) {
        await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
        await expect(field(page, label)).toHaveAccessibleDescription(/declined.* Nothing was charged\.$/);
      }
      await page.getByRole("button", { name: "Dismiss notification" }).click();
    }
  });

  test("an unavailable gateway leads to Venmo and Zelle with a reference", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await fillGift(page, CARDS.away);
    await give(page).click();
    const alert = dialog(page).getByRole("alert");
    await expect(alert).toContainText("@rihla-app");
    await expect(alert).toContainText("gifts@rihla.example");
    await expect(alert).toBeFocused();
    const [reference = ""] = /[A-Z]+-[A-Z]+-\d{4}/.exec((await alert.textContent()) ?? "") ?? [];
    await alert.getByRole("button", { name: "the reference" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
    expect(reference).not.toBe("");
    await expectAccessible(page);
  });

  test("a missing response shows the specified message, and the retry reuses the idempotency key", async ({
    page,
  }) => {
    const keys: (string | undefined)[] = [];
    await page.route(PAY_CALL, (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      return route.abort();
    });
    await fillGift(page);
    for (const amount of ["100", "100", "101"]) {
      await field(page, "Amount").fill(amount);
      await give(page).click();
      await expect(toast(page)).toContainText("Failed to create payment. Please try again.");
      await page.getByRole("button", { name: "Dismiss notification" }).click();
      await expect(toast(page)).toHaveCount(0);
    }
    const [first, again, changed] = keys;
    expect(first).toMatch(/^[0-9a-z]{26}$/);
    expect(again).toBe(first);
    expect(changed).not.toBe(first);
  });

  test("the gift form cannot be closed while it is sent", async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route(PAY_CALL, async (route) => {
      await held.promise;
      await route.continue();
    });
    await fillGift(page, CARDS.away);
    await give(page).click();
    await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeVisible();
    held.resolve();
    await expect(dialog(page)).toContainText("Venmo");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  });

  test("twenty fast clicks create one payment", async ({ page }) => {
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("support.pay")) calls += 1;
    });
    await fillGift(page);
    await give(page).evaluate((button: HTMLElement) => {
      for (let n = 0; n < 20; n++) button.click();
    });
    await expect(page).toHaveURL(/\/sandbox\/pay\//);
    expect(calls).toBe(1);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

const answering = (page: Page, change: object) =>
  page.route(OPTIONS_CALL, async (route) => {
    const response = await route.fetch();
    const [batch] = (await response.json()) as [{ result: { data: { json: object } } }];
    const data = { json: { ...batch.result.data.json, ...change } };
    await route.fulfill({ response, json: [{ result: { data } }] });
  });

test("a gateway with its own payment page receives no card", async ({ page }) => {
  await answering(page, { gateway: "stripe", collectsCard: false });
  await refusing(page);
  await page.goto(PATH);
  await choose(page);
  await expect(dialog(page)).toContainText("payment provider's own page");
  await expect(field(page, "Card number")).toHaveCount(0);
  await expect(dialog(page)).not.toContainText("4242");
  for (const [label, value] of Object.entries(ANSWERS)) {
    if (!/Expiry|CVV/.test(label)) await field(page, label).fill(value);
  }
  const sent = page.waitForRequest(PAY_CALL);
  await give(page).click();
  expect((await sent).postData()).not.toMatch(/cardNumber|cvv|expiry/);
  await expect(toast(page)).toContainText("Payment Error");
});

test("only the other payment options are shown without a gateway", async ({ page }) => {
  await answering(page, { gateway: "off", collectsCard: false });
  await page.goto(PATH);
  await tile(page, "Beta Supporter").click();
  await expect(dialog(page)).toContainText("@rihla-app");
  await expect(dialog(page).getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
});
