import type { Page } from "@playwright/test";
import { importPlaces } from "../harness/browser/places.ts";
import { expect, expectAccessible, expectWellFormed, PHONE, test } from "../harness/browser/screen.ts";

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

test("every public page has the same bar and the same footer", async ({ page }) => {
  test.slow(); // thirteen pages
  for (const path of [...PATHS, ...(await placePaths(page))]) {
    await page.goto(path);
    for (const [name, href] of PAGES) {
      await expect(link(page, name), path).toHaveAttribute("href", href);
      await expect(link(page, name), path).toBeVisible();
    }
    await expect(link(page, "Join Waitlist"), path).toHaveAttribute("href", /#beta$/);
    await expect(page.getByRole("contentinfo"), path).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Join the waitlist" }), path).toHaveCount(0);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "on a phone" : "on a phone without scripts", () => {
    test.use({ viewport: PHONE, javaScriptEnabled });

    test("the menu of every public page leads to places, cities and support", async ({ page }) => {
      for (const path of ["/", "/places", "/cities", "/support", "/privacy", "/nowhere"]) {
        await page.goto(path);
        await expect(link(page, "Places"), path).toBeHidden();
        await expect(link(page, "Join Waitlist"), path).toBeVisible();
        await page.locator("summary", { hasText: "Menu" }).click();
        for (const [name] of PAGES) await expect(link(page, name), path).toBeVisible();
      }
      await link(page, "Support").click();
      await expect(page).toHaveURL("/support");
    });
  });
}

test("the open menu of a phone is well formed and accessible", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await page.locator("summary", { hasText: "Menu" }).click();
  await expectWellFormed(page, /Rihla/);
  await expectAccessible(page);
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
