import type { Page } from "@playwright/test";
import { choose, fillGift, give, settleGift } from "../../harness/browser/gifts.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";

const VERIFY_CALL = "**/trpc/public.support.verify**";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const main = (page: Page) => page.getByRole("main");
const receipt = (page: Page) => page.getByRole("region", { name: "Receipt" });
const resultOf = (id: string) => `/support/success/${id}`;

async function beginInBrowser(page: Page, tier: string): Promise<void> {
  await page.goto("/support");
  await choose(page, tier);
  await fillGift(page);
  await give(page).click();
  await expect(page.getByText("This is a sandbox.")).toBeVisible();
}

test("a gift leads from the tier to the receipt", async ({ page }) => {
  await beginInBrowser(page, "Community Builder");
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await expect(page).toHaveURL(/\/support\/success\/[^/]+$/);
  await expect(heading(page)).toHaveText("Thank you");
  await expect(main(page)).toContainText("payment was received");
  for (const text of [
    "$50",
    "Amina Yusuf",
    "Community Builder",
    "New York",
    "neither tax-deductible nor zakat",
  ]) {
    await expect(receipt(page)).toContainText(text);
  }
  await expect(receipt(page)).toContainText(/[A-Z]+-[A-Z]+-\d{4}/);
  await expect(receipt(page)).toContainText(new Date().getUTCFullYear().toString());
  const printed = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        window.print = () => resolve(true);
      }),
  );
  await page.getByRole("button", { name: "Print the receipt" }).click();
  expect(await printed).toBe(true);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(receipt(page)).toHaveCSS("color", "rgb(0, 0, 0)");
});

test("a payment declined on the gateway's page is shown as failed, with a next step", async ({ page }) => {
  await beginInBrowser(page, "Beta Supporter");
  await page.getByRole("button", { name: "Decline payment" }).click();
  await expect(heading(page)).toHaveText("Payment Verification Failed");
  await expect(main(page)).toContainText(
    "You declined this payment on the payment page. Nothing was charged.",
  );
  await expect(main(page).getByRole("link", { name: "Contact Support" })).toHaveAttribute(
    "href",
    /^mailto:[^?]+\?subject=Payment%20./,
  );
  await main(page).getByRole("link", { name: "Try Again" }).click();
  await expect(page).toHaveURL("/support");
});

test("a payment is not shown as declined by the visitor because its address says so", async ({ page }) => {
  await page.goto(`${resultOf(await settleGift(page, ["confirm"]))}?declined=true`);
  await expect(heading(page)).toHaveText("Thank you");
});

test("a refunded gift and its receipt say that it was refunded", async ({ page }) => {
  await page.goto(resultOf(await settleGift(page, ["confirm", "refund"])));
  await expect(heading(page)).toHaveText("This gift was refunded");
  await expect(receipt(page)).toContainText("Refunded");
  await expect(main(page)).not.toContainText("Thank you");
});

test("the page without an id says thank you and confirms no payment", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/support/success");
  await expect(heading(page)).toHaveText("Thank you");
  await expect(main(page)).toContainText("This page knows of no payment");
  await expect(main(page)).not.toContainText("received");
  expect(asked.filter((url) => url.includes("verify"))).toEqual([]);
});

test("the result is not cached and sends no referrer to other sites", async ({ request }) => {
  const { "cache-control": cache, "referrer-policy": referrer } = (
    await request.get(resultOf("some-id"))
  ).headers();
  expect([cache, referrer]).toEqual(["no-store", "no-referrer"]);
});

test("a pending payment is polled with growing delays, and then the next steps are shown", async ({
  page,
}) => {
  const id = await settleGift(page, []);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("support.verify")) asked += 1;
  });
  await page.clock.install();
  await page.goto(resultOf(id));
  await expect(heading(page)).toHaveText("Your payment is still being processed");
  await expect(main(page)).toContainText("We keep asking");
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(main(page)).toContainText(
      "as soon as the payment is settled, the receipt goes to your email",
      { timeout: 300 },
    );
  }).toPass({ intervals: [50] });
  expect(asked).toBeGreaterThan(4);
  expect(asked).toBeLessThan(12);
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(before);
});

test("a payment that settles while the page is open is shown without a reload", async ({ page }) => {
  const waiting = { success: false, status: "pending", amount: 25, tier: "Beta Supporter" };
  const id = await settleGift(page, ["confirm"]);
  let asked = 0;
  await page.route(VERIFY_CALL, (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    const json = { ...waiting, reference: "OLIVE-HARBOR-4821", paidAt: null };
    return route.fulfill({ json: [{ result: { data: { json } } }] });
  });
  await page.goto(resultOf(id));
  await expect(heading(page)).toHaveText("Your payment is still being processed");
  await expect(heading(page)).toHaveText("Thank you");
});

test.describe("with failed calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("an unknown payment id is shown as failed", async ({ page }) => {
    await page.goto(resultOf("nobody-knows-this"));
    await expect(heading(page)).toHaveText("Payment Verification Failed");
    await expect(main(page).getByRole("link", { name: "Try Again" })).toHaveAttribute("href", "/support");
    await expect(main(page).getByRole("link", { name: "Contact Support" })).toBeVisible();
  });

  test("the result shows that it loads, shows a failed load and can be retried", async ({ page }) => {
    const id = await settleGift(page, ["confirm"]);
    const held = Promise.withResolvers<void>();
    await page.route(VERIFY_CALL, async (route) => {
      await held.promise;
      await route.abort();
    });
    await page.goto(resultOf(id));
    await expect(heading(page)).toHaveText("Verifying your payment");
    held.resolve();
    await expect(heading(page)).toHaveText("Payment Verification Failed");
    await expect(main(page)).toContainText("It may still have been received.");
    await page.unroute(VERIFY_CALL);
    await main(page).getByRole("button", { name: "Try Again" }).click();
    await expect(heading(page)).toHaveText("Thank you");
  });

  test("the results of paid and failed gifts are well formed and have no accessibility violations at 390 and 1440 px", async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    test.slow(); // axe looks twice
    await page.goto(resultOf(await settleGift(page, ["confirm"])));
    await expect(receipt(page)).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, /^Thank you · /);
      await expectAccessible(page);
    });
    await page.goto(resultOf("unknown"));
    await expect(heading(page)).toHaveText("Payment Verification Failed");
    await atEverySize(page, async () => {
      await expectWellFormed(page, /^Payment Verification Failed · /);
      await expectAccessible(page);
    });
  });
});
