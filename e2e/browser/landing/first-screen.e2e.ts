import type { Page } from "@playwright/test";
import { atEverySize, expect, MOVING, PHONE, test } from "../../harness/browser/screen.ts";
import { email, firstName, newAddress, submit, toast } from "../../harness/browser/waitlist-card.ts";

const hero = (page: Page) => page.locator("#start");
const card = (page: Page) => page.getByRole("region", { name: /^You are on the list/ });

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("the first screen says what it is, where it opens and what happens next, and takes the name and the email", async ({
  page,
}) => {
  const main = page.getByRole("main");
  await atEverySize(page, async () => {
    await expect(main.getByText("EARLY ACCESS AVAILABLE", { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
    for (const label of ["First name", "Email", "Yes, I want exclusive beta access!"])
      await expect(hero(page).getByLabel(label)).toBeInViewport({ ratio: 1 });
    await expect(hero(page).getByRole("button", { name: "Join Waitlist" })).toBeInViewport({ ratio: 1 });
    await expect(
      main.getByText(/^For iPhone and Android, in the USA and Canada\. We email you/),
    ).toBeVisible();
    await hero(page).getByLabel("First name").pressSequentially("Amina");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test("the page is a third shorter than it was, and the route runs from the plate to the card", async ({
  page,
}) => {
  await atEverySize(page, async ({ width }) => {
    const tallest = width < 600 ? 8_060 : 5_600; // it was 12,094 and 8,375
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(tallest);
    const gaps = await page.evaluate(() => {
      const box = (each: Element) => each.getBoundingClientRect();
      const onRoute = [...document.querySelectorAll(".route-line, .route-line-bend, .plate, .features-wide")]
        .map(box)
        .filter(({ height }) => height > 0);
      const from = box(document.querySelector(".route-plate svg") ?? document.body).bottom;
      const to = box(document.querySelector("#waitlist") ?? document.body).top;
      let reached = from;
      const missing: number[] = [];
      for (const { top, bottom } of onRoute.sort((a, b) => a.top - b.top)) {
        if (top > reached + 14 && top < to) missing.push(Math.round(top - reached));
        reached = Math.max(reached, bottom);
      }
      return reached < to - 14 ? [...missing, Math.round(to - reached)] : missing;
    });
    expect(gaps).toEqual([]);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("what is typed in one form appears in the other, and both give way to one card", async ({ page }) => {
    const address = newAddress();
    await hero(page).getByLabel("First name").fill("Amina");
    await hero(page).getByLabel("Email").fill(address);
    await hero(page)
      .getByLabel(/exclusive beta access/)
      .check();
    await expect(firstName(page)).toHaveValue("Amina");
    await expect(email(page)).toHaveValue(address);
    await firstName(page).fill("Yusuf");
    await expect(hero(page).getByLabel("First name")).toHaveValue("Yusuf");
    await hero(page).getByRole("button", { name: "Join Waitlist" }).click();
    await expect(toast(page)).toContainText("Welcome to the waitlist!");
    await expect(hero(page).getByRole("region", { name: /^You are on the list/ })).toContainText(address);
    await expect(card(page)).toHaveCount(1);
    await expect(card(page).getByRole("heading", { name: /^You are on the list/ })).toBeFocused();
    await expect(hero(page).getByLabel("First name")).toHaveValue("");
    await expect(submit(page)).toBeHidden();
    await page.locator("#waitlist").getByRole("link", { name: "See your card" }).click();
    await expect(card(page)).toBeInViewport();
    await page.reload();
    await expect(hero(page).getByRole("region", { name: /^You are on the list/ })).toContainText(address);
  });

  test("one box on the page leads to the search of places", async ({ page }) => {
    await page.getByLabel("A name, a dish or a city").fill("grill dearborn");
    await page.getByRole("search").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/places?q=grill+dearborn");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form of the first screen is answered with an HTML page", async ({ page }) => {
    await hero(page).getByLabel("First name").fill("Amina");
    await hero(page).getByLabel("Email").fill(newAddress());
    await hero(page)
      .getByLabel(/exclusive beta access/)
      .check();
    await hero(page).getByRole("button", { name: "Join Waitlist" }).click();
    await expect(page).toHaveURL(/\/waitlist$/);
    await expect(page.getByRole("button", { name: "Join Waitlist" })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to the waitlist!");
  });
});

const stops = (page: Page) =>
  page
    .locator(".route-plate-stop")
    .evaluateAll((all) => all.map((stop) => Number(getComputedStyle(stop).opacity)));

test("the phone in the hero shows one drive, all at once with reduced motion", async ({ page }) => {
  const phone = page.getByRole("img", { name: /Asr in 14 min, masjid 4 min off the road/ });
  await expect(phone).toBeVisible();
  await expect(phone.getByText("Asr in 14 min")).toBeVisible();
  expect(await stops(page)).toEqual([1, 1, 1]);
});

test.describe("with motion", () => {
  test.use(MOVING);

  test("the drive plays once, stop by stop, and stays", async ({ page }) => {
    const plays = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((each) => (each.effect as KeyframeEffect | null)?.target?.closest(".route-plate"))
        .map(({ effect }) => effect?.getComputedTiming().iterations),
    );
    expect(plays).toEqual(Array(7).fill(1));
    await page.evaluate(() => {
      for (const each of document.getAnimations())
        if (each.effect?.getTiming().iterations === 1) each.finish();
    });
    expect(await stops(page)).toEqual([1, 1, 1]);
  });
});

test("the whole page weighs at most 90 kB", async ({ page }) => {
  const loaded = new Map<string, Promise<number>>(); // the page may still load pictures when it is loaded again
  page.on("response", (response) => {
    const weight = async () => {
      const { responseBodySize, responseHeadersSize } = await response.request().sizes();
      return responseBodySize + responseHeadersSize;
    };
    loaded.set(new URL(response.url()).pathname, weight());
  });
  await page.route("**/*", (route) => route.continue()); // without the browser's cache
  await page.reload({ waitUntil: "networkidle" });
  await page.locator("footer").scrollIntoViewIfNeeded();
  for (const picture of await page.getByRole("main").locator("img:visible").all())
    await picture.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  // what a button that stays in sight fetches ahead is for its dialog
  const ahead = await page
    .locator("#root")
    .evaluate(({ dataset }) => `${dataset.modules} ${dataset.dialogModules}`.split(" "));
  for (const path of ahead) loaded.delete(`/${path}`);
  const weight = (await Promise.all(loaded.values())).reduce((sum, size) => sum + size, 0);
  expect(weight).toBeGreaterThan(60_000);
  expect(weight).toBeLessThanOrEqual(90_000);
});
