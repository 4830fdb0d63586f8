import type { Page } from "@playwright/test";
import { CARDS, choose, field, fillGift, give, TIERS } from "../../harness/browser/gifts.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

const PATH = "/support";
const otherWays = (page: Page) => page.getByRole("main").locator("#other-ways");

test("the support page has metadata for search and sharing and no inline script or style", async ({
  page,
  request,
}) => {
  const html = await (await request.get(PATH)).text();
  expect(html).not.toMatch(/ style=|<style|<script(?! type="application\/ld\+json")(?![^>]* src=)[^>]*>/);
  await page.goto(PATH);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/support$/);
  await expect(page.locator("meta[property='og:title']")).toHaveAttribute("content", /./);
  await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /Venmo or Zelle/);
  await expect(page.locator("meta[name=robots]")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the support page shows the tiers and the options that need no form", async ({ page }) => {
    await page.goto(PATH);
    for (const [name, price] of TIERS) {
      const each = page.getByRole("listitem").filter({ hasText: name });
      await expect(each).toContainText(price);
      await expect(each.getByRole("button")).toBeHidden();
    }
    await expect(otherWays(page)).toContainText("@rihla-app");
    await expect(otherWays(page)).toContainText("gifts@rihla.example");
    await expect(otherWays(page).getByRole("link")).toHaveAttribute("href", /^mailto:[^?]+\?subject=./);
    await expect(page.locator("noscript p", { hasText: "The card form needs JavaScript." })).toBeVisible();
    await expect(page.getByText(/neither tax-deductible nor zakat/)).toBeVisible();
  });
});

test.describe("with the clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("the Venmo and Zelle addresses can be copied, which is confirmed for two seconds", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto(PATH);
    for (const [way, value] of [
      ["Venmo", "@rihla-app"],
      ["Zelle", "gifts@rihla.example"],
    ] as const) {
      const copy = otherWays(page).getByRole("button", { name: `the ${way} address` });
      await copy.click();
      await expect(copy).toContainText("Copied");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
      await page.clock.runFor(2_100);
      await expect(copy).not.toContainText("Copied");
    }
  });
});

test("the footer of the landing page links to the support page", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Give" }).click();
  await expect(page).toHaveURL(PATH);
});

test("the support page and its form are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  test.slow(); // axe looks twice
  await page.goto(PATH);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Support a faith-first navigation app · /);
    await expectAccessible(page);
  });
  await choose(page, "Founding Patron");
  await give(page).click();
  await expect(toast(page)).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await fillGift(page, CARDS.refused);
  await field(page, "Amount").fill("25");
  await give(page).click();
  await expect(field(page, "Card number")).toBeFocused();
  await atEverySize(page, () => expectAccessible(page));
});
