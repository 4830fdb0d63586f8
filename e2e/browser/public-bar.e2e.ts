import type { Page } from "@playwright/test";
import { importPlaces } from "../harness/browser/places.ts";
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../harness/browser/screen.ts";

test.use({ expectedInConsole: /status of 404/ });

const WORD = crypto.randomUUID().slice(0, 8);
const PATHS = [
  "/",
  "/places",
  "/places?q=grill",
  "/cities",
  "/cities/numbers",
  "/support",
  "/support/success",
  "/me",
  "/privacy",
  "/leave/none",
  "/partner/reset/none",
  "/admin/forgot",
  "/nowhere",
];
const PAGES = [
  ["Places", "/places"],
  ["Cities", "/cities"],
  ["Support", "/support"],
] as const;

const link = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

async function placePaths(page: Page): Promise<string[]> {
  await importPlaces([{ name: `Corner Grill ${WORD}`, at: [-83.18, 42.32] }]);
  const [place] = (await (await page.request.get("/api/places", { params: { q: WORD } })).json()) as {
    id: string;
  }[];
  return [`/places/${place?.id}`, `/places/${place?.id}/report`];
}

const menu = (page: Page) => page.locator("summary", { hasText: "Menu" });

test("every public page has the same bar and the same footer, and on a phone a menu with the same links", async ({
  page,
}) => {
  test.slow(); // fifteen pages
  for (const path of [...PATHS, ...(await placePaths(page))]) {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    for (const [name, href] of PAGES) {
      await expect(link(page, name), path).toHaveAttribute("href", href);
      await expect(link(page, name), path).toBeVisible();
    }
    await expect(link(page, "Join Waitlist"), path).toHaveAttribute("href", /#beta$/);
    await expect(page.getByRole("contentinfo"), path).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Join the waitlist" }), path).toHaveCount(0);
    await page.setViewportSize(PHONE);
    await expect(link(page, "Places"), path).toBeHidden();
    await expect(link(page, "Join Waitlist"), path).toBeVisible();
    await menu(page).click();
    for (const [name] of PAGES) await expect(link(page, name), path).toBeVisible();
    if (path === "/") {
      await expectWellFormed(page, /Rihla/);
      await expectAccessible(page);
    }
  }
  await link(page, "Support").click();
  await expect(page).toHaveURL("/support");
});

test.describe("on a phone without scripts", () => {
  test.use({ viewport: PHONE, javaScriptEnabled: false });

  test("the menu of every public page leads to places, cities and support", async ({ page }) => {
    for (const path of ["/", "/places", "/cities", "/support", "/privacy", "/nowhere"]) {
      await page.goto(path);
      await expect(link(page, "Places"), path).toBeHidden();
      await expect(link(page, "Join Waitlist"), path).toBeVisible();
      await menu(page).click();
      for (const [name] of PAGES) await expect(link(page, name), path).toBeVisible();
    }
    await link(page, "Support").click();
    await expect(page).toHaveURL("/support");
  });
});

test("headings of pages with one message are of one color", async ({ page }) => {
  const color = () =>
    page.getByRole("heading", { level: 1 }).evaluate((heading) => getComputedStyle(heading).color);
  await page.goto("/support");
  const usual = await color();
  for (const path of ["/nowhere", "/leave/none"]) {
    await page.goto(path);
    expect([path, await color()]).toEqual([path, usual]);
  }
});
