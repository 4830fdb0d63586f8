import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { beginGift, CARDS, settleGift } from "../../harness/browser/gifts.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import {
  act,
  addFilter,
  addressOf,
  list,
  open,
  rowOf,
  someName,
  toast,
  withoutNews,
} from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/payments";
const LIST_CALL = /admin\.payments\.list/; // the calls of one screen go together
const payments = (page: Page) => list(page, "Payments");
const pledges = (page: Page) => list(page, "Pledges by Venmo or Zelle");
const search = (of: ReturnType<typeof payments>) =>
  of.getByRole("searchbox", { name: "Search reference, name or email" });

const giver = (name: string) => ({ customerName: name, customerEmail: addressOf(name) });

/** A gift that had to go by Venmo or Zelle; answers its reference. */
async function pledge(page: Page, name: string): Promise<string> {
  const { alternative_payment: other } = await beginGift(page, { cardNumber: CARDS.away, ...giver(name) });
  const [reference] = /[A-Z]+-[A-Z]+-\d{4}/.exec(JSON.stringify(other)) ?? [];
  expect(reference).toBeDefined();
  return reference ?? "";
}

test("staff see totals, search and filter the payments, and the URL keeps the state", async ({ page }) => {
  const [paid, refused] = [someName("Paid"), someName("Refused")];
  await settleGift(page, ["confirm"], giver(paid));
  await beginGift(page, { cardNumber: CARDS.refused, ...giver(refused) });
  await open(page, PATH, "admin");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("Received by card");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText(/The sandbox took \$/);
  for (const text of [
    "$25",
    "Beta Supporter",
    "Received",
    "Sandbox",
    "visa ending in 4242",
    addressOf(paid),
  ]) {
    await expect(rowOf(page, paid)).toContainText(text);
  }
  await (await addFilter(page, "Status", payments(page))).selectOption("Failed");
  await expect(rowOf(page, paid)).toHaveCount(0);
  await expect(rowOf(page, refused)).toContainText("Failed");
  await search(payments(page)).fill(refused);
  await expect(page).toHaveURL(/Refused/);
  await page.reload();
  await expect(search(payments(page))).toHaveValue(refused);
  await expect(payments(page).getByLabel("Status", { exact: true })).toHaveValue("failed");
  await expect(payments(page).getByRole("row")).toHaveCount(2);
  await expect(payments(page).getByText("$25 in all, $0 received")).toBeVisible();
  const view = someName("Failed gifts");
  await payments(page).getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as a view" }).click();
  await page.getByLabel("Name", { exact: true }).fill(view);
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(payments(page).getByRole("button", { name: `Views: ${view}` })).toBeVisible();
  await search(payments(page)).fill("nobody gave under this name");
  await expect(payments(page)).toContainText("No payment matches");
  await payments(page).getByRole("button", { name: "Clear search and filters" }).click();
  await expect(search(payments(page))).toHaveValue("");
  await expect(payments(page).getByLabel("Status", { exact: true })).toHaveCount(0);
});

test("the export contains only the filtered payments", async ({ page }) => {
  const name = someName("Exported");
  await settleGift(page, ["confirm"], giver(name));
  await open(page, PATH);
  await search(payments(page)).fill(name);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export filtered rows" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("payments.csv");
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect([lines.length, lines[1]?.includes(name)]).toEqual([2, true]);
});

test("a long list of payments is split into pages", async ({ page }) => {
  test.slow(); // many gifts are made first
  const name = someName("Many");
  for (let n = 0; n < 26; n++) await beginGift(page, { cardNumber: CARDS.refused, ...giver(name) });
  await open(page, PATH);
  await search(payments(page)).fill(name);
  await expect(payments(page)).toContainText("1–25 of 26");
  await payments(page).getByRole("button", { name: "Next" }).click();
  await expect(payments(page)).toContainText("26–26 of 26");
  await page.goBack();
  await expect(payments(page)).toContainText("1–25 of 26");
});

test("a pledge is marked as received once staff enter how it arrived", async ({ page }) => {
  const name = someName("Pledger");
  const reference = await pledge(page, name);
  await open(page, PATH);
  const menu = page.getByRole("button", { name: `Actions for ${reference}` });
  const mark = () => act(page, reference, "Mark as received");
  await mark();
  const dialog = page.getByRole("dialog", { name: "Mark as received" });
  await expect(dialog).toContainText(reference);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(menu).toBeFocused();
  await mark();
  await dialog.getByLabel("How it came").selectOption("Zelle");
  await dialog.getByRole("button", { name: "Mark as received" }).click();
  await expect(toast(page)).toContainText(`${reference}: received`);
  await expect(rowOf(page, reference)).toContainText(/Zelle, /);
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Pledges by Venmo or Zelle" })).toBeFocused();
  await (await addFilter(page, "Arrived", pledges(page))).selectOption("Waiting");
  await expect(rowOf(page, reference)).toHaveCount(0);
});

test("the rail links to the payments, which are closed to partner managers", async ({ page }) => {
  await open(page, PATH, "partner_manager");
  await expect(page.getByRole("heading", { name: "Your role cannot open this screen" })).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Gifts" }),
  ).toHaveCount(0);
  await open(page, "/admin", "admin");
  await page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Gifts" }).click();
  await expect(page).toHaveURL(PATH);
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("the payments show a failed load, and a pledge that was already received", async ({ page }) => {
    const reference = await pledge(page, someName("Raced"));
    await settleGift(page, []);
    await withoutNews(page); // it would load a list again before the press
    await page.route(LIST_CALL, (route) => route.abort());
    await open(page, PATH);
    await expect(page.getByText("The payments could not be loaded")).toBeVisible();
    await page.unroute(LIST_CALL);
    for (const part of [payments(page), pledges(page)]) {
      await part.getByRole("button", { name: "Try again" }).click();
      await expect(part.getByRole("table")).toBeVisible();
    }
    await act(page, reference, "Mark as received");
    const data = { method: "venmo" };
    const first = await page.request.put(`/api/admin/payments/pledges/${reference}`, { data });
    expect(first.status()).toBe(200);
    await page.getByRole("dialog").getByRole("button", { name: "Mark as received" }).click();
    await expect(toast(page)).toContainText("Failed to mark the pledge as received");
    await expect(toast(page)).toContainText("409: This pledge is already marked as received");
  });
});

test("the payments and their dialog are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  test.slow(); // axe looks twice
  const reference = await pledge(page, someName("Crescent"));
  await settleGift(page, ["confirm", "refund"]);
  await open(page, PATH);
  await expect(page.getByRole("button", { name: `Actions for ${reference}` })).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Gifts · /);
    await expectAccessible(page);
  });
  await act(page, reference, "Mark as received");
  await expect(page.getByRole("dialog")).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});

test("a gift opens in a panel with what the gateway reported", async ({ page }) => {
  const name = someName("Opened");
  await settleGift(page, ["confirm"], giver(name));
  await open(page, PATH, "admin");
  await search(payments(page)).fill(name);
  await expect(payments(page).getByRole("row")).toHaveCount(2);
  await payments(page).getByRole("rowheader").getByRole("link").click();
  const panel = page.getByRole("region").filter({ hasText: "Reported by the gateway" });
  await expect(panel).toContainText("succeeded");
  await expect(panel.getByRole("button", { name: "Send receipt again" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});
