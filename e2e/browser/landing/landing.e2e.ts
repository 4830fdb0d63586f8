import type { Page } from "@playwright/test";
import {
  atEverySize,
  DESKTOP,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { firstName, submit, toast } from "../../harness/browser/waitlist-card.ts";

const TITLE = /^Halal food, masjids and Muslim-owned businesses on your route · /;
const NARROW = { width: 320, height: 600 };

const link = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });
const barBottom = (page: Page) =>
  page.getByRole("banner").evaluate((bar) => bar.getBoundingClientRect().bottom);

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

const fontsAreLoaded = (page: Page) =>
  page.evaluate(() =>
    ["Fraunces", "Figtree"].every((name) =>
      [...document.fonts].some(({ family, status }) => family === name && status === "loaded"),
    ),
  );

test("the fonts load, but no sheet that the first paint waits for names them", async ({ page }) => {
  await expect.poll(() => fontsAreLoaded(page)).toBe(true);
  const rules = await page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ ownerNode }) => ownerNode?.parentNode === document.head)
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join(""),
  );
  expect(rules).toContain("Fraunces fallback");
  expect(rules).not.toContain(".woff2");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the fonts load too", async ({ page }) => {
    await expect.poll(() => fontsAreLoaded(page)).toBe(true);
  });
});

test.describe("the top bar", () => {
  test("the top bar links to the sections, marks each and covers none of it, and leads to the waitlist card", async ({
    page,
  }) => {
    for (const [name, id] of [
      ["Features", "features"],
      ["Community", "community"],
      ["FAQ", "faq"],
      ["Beta", "beta"],
    ] as const) {
      await link(page, name).click();
      await expect(page).toHaveURL(`/#${id}`);
      await expect(link(page, name)).toHaveAttribute("aria-current", "true");
      await expect(page.getByRole("banner").locator("a[aria-current]:visible")).toHaveCount(1);
      const heading = page.locator(`#${id}`).getByRole("heading").first();
      await expect(heading).toBeInViewport();
      expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(await barBottom(page));
    }
    await page.goto("/");
    await link(page, "Join Waitlist").click();
    await expect(firstName(page)).toBeInViewport();
  });

  test("scrolling marks the section that is read and leaves the address alone", async ({ page }) => {
    for (const id of ["features", "community", "beta", "faq"]) {
      await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
      await expect(page.locator(`.top-bar-links [data-section=${id}]`)).toHaveAttribute(
        "aria-current",
        "true",
      );
      await page.waitForTimeout(300); // an address that follows would do so once the scrolling has ended
      await expect(page).toHaveURL("/");
    }
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await expect(page.locator("[data-section][aria-current]")).toHaveCount(0);
  });

  test("the top bar is transparent at the top of the page and solid below", async ({ page }) => {
    const ground = () => page.getByRole("banner").evaluate((bar) => getComputedStyle(bar).backgroundColor);
    expect(await ground()).toBe("rgba(0, 0, 0, 0)");
    await page.evaluate(() => window.scrollTo({ top: 600, behavior: "instant" }));
    await expect.poll(ground).toBe("rgb(250, 246, 238)");
  });
});

test("hydration does not move the page", async ({ page }) => {
  await page.locator("#community").evaluate((each) => each.scrollIntoView({ behavior: "instant" }));
  const before = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: /Notifications/ })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });
  const menu = (page: Page) => page.locator("summary", { hasText: "Menu" });

  test("the waitlist is one tap away from anywhere on the page", async ({ page }) => {
    for (const id of ["features", "community", "faq"]) {
      await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
      await expect(link(page, "Join Waitlist")).toBeInViewport();
    }
    await link(page, "Join Waitlist").click();
    await expect(firstName(page)).toBeInViewport();
  });

  test("the menu links to the sections and closes after a tap", async ({ page }) => {
    await expect(link(page, "FAQ")).toBeHidden();
    await menu(page).click();
    await link(page, "FAQ").click();
    await expect(page).toHaveURL("/#faq");
    await expect(link(page, "FAQ")).toBeHidden();
    await menu(page).focus();
    await page.keyboard.press("Enter");
    await expect(link(page, "Beta")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(link(page, "Beta")).toBeHidden();
    await expect(menu(page)).toBeFocused();
  });
});

test("the page says what beta testers get, names features, tiers, phases and countries, and shows the evidence of a sample place", async ({
  page,
}) => {
  await expect(page.getByText("EARLY ACCESS AVAILABLE", { exact: true })).toBeVisible();
  for (const benefit of [
    /free lifetime access/i,
    /direct input on features/i,
    /early access to all updates/i,
  ]) {
    await expect(page.getByRole("complementary").getByText(benefit)).toBeVisible();
    await expect(page.locator("#beta").getByText(benefit)).toBeVisible();
  }
  const features = page.locator("#features");
  for (const name of [
    "Detour-based navigation",
    "Masjid pit stops at prayer time",
    "Halal verification tiers",
    "A Muslim-owned directory",
  ]) {
    await expect(features.getByRole("heading", { name })).toBeVisible();
  }
  const main = page.getByRole("main");
  for (const words of [
    "Certificate plus authority validation",
    "Self-reporting plus third-party data",
    "Meat-free venues with no alcohol or pork",
    "School carpooling and community rides",
    "Halal food delivery and halal rides, with a choice of driver gender",
    "Expansion to Europe",
  ]) {
    await expect(main.getByText(words).first()).toBeVisible();
  }
  for (const phase of ["Phase 2", "Phase 3", "Phases 4-5"]) {
    await expect(main.getByText(phase, { exact: true })).toBeVisible();
  }
  await expect(page.getByText("1000+ cities", { exact: true })).toBeVisible();
  await expect(page.getByText(/North America: the USA and Canada/)).toBeVisible();
  await expect(page.getByText(/map is supplied by third-party map services/)).toBeVisible();
  const community = page.locator("#community");
  await expect(community.getByText("Sample Grill")).toBeVisible();
  await expect(community.getByRole("heading", { name: "Halal tier: Verified" })).toBeVisible();
  await expect(community.getByRole("heading", { name: "Why this badge" })).toBeVisible();
  await expect(community.getByText("Since", { exact: true })).toBeVisible();
  await expect(community.getByText("Until", { exact: true })).toBeVisible();
  await expect(community.getByRole("listitem")).toHaveCount(3);
});

test("the page shows cities to open, and leads to all of them", async ({ page }) => {
  const cities = page.getByRole("list", { name: "Some of the cities" }).getByRole("link");
  await expect(cities.first()).toHaveAttribute("href", "/cities/dearborn-mi");
  expect(await cities.count()).toBeGreaterThan(6);
  await cities.filter({ hasText: "See all cities" }).click();
  await expect(page).toHaveURL("/cities");
  await expect(page.getByText("1000+ cities are planned")).toBeVisible();
});

test("every image loads and has a text alternative", async ({ page, request }) => {
  for (const path of ["/logo.svg", "/image-1.svg", "/image-2.svg", "/image-3.svg"]) {
    const answer = await request.get(path);
    expect(answer.headers()["content-type"]).toContain("image/svg+xml");
    expect((await answer.body()).length).toBeLessThan(20_000);
  }
  for (const picture of await page.getByRole("main").locator("img").all()) {
    await picture.scrollIntoViewIfNeeded();
    expect((await picture.getAttribute("alt"))?.length).toBeGreaterThan(20);
    await expect
      .poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth))
      .toBeGreaterThan(0);
  }
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the page has no animations", async ({ page }) => {
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter((each) => each.timeline instanceof DocumentTimeline)
          .map((each) => (each instanceof CSSAnimation ? each.animationName : "transition")),
      );
    expect(await moving()).toEqual([]);
  });
});

test("the landing page is well formed and has no accessibility violations at 320, 390 and 1440 px", async ({
  page,
}) => {
  const isGood = async () => {
    await expectWellFormed(page, TITLE);
    await expectAccessible(page);
  };
  await atEverySize(page, isGood);
  await page.setViewportSize(NARROW);
  await isGood();
  await submit(page).click();
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press("F8"); // the notification stays while it has the focus
  await isGood();
  await page.setViewportSize(DESKTOP);
  await isGood();
});
