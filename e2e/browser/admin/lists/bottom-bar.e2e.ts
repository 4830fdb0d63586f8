import type { Page } from "@playwright/test";
import { expect, test } from "../../../harness/browser/screen.ts";
import { addInquiry, open, someName, withoutNews } from "../../../harness/browser/staff-lists.ts";

const BAR = ".rail-nav";

/** Descriptions of the screen's actions and fields that the bar covers even once they are focused. */
const coveredByBar = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const bar = document.querySelector(selector);
    if (!bar) return ["there is no bar"];
    const actions = document.querySelectorAll<HTMLElement>(
      "main :is(a[href],button,input,select,textarea,summary)",
    );
    return [...actions]
      .filter((each) => !each.closest("[inert]") && each.checkVisibility({ visibilityProperty: true }))
      .filter((each) => {
        each.focus();
        const { top, bottom, width } = each.getBoundingClientRect();
        const edge = bar.getBoundingClientRect().top;
        return width > 1 && bottom - top < edge && bottom > edge + 1;
      })
      .map((each) => each.outerHTML.slice(0, 120));
  }, BAR);

test.use({ viewport: { width: 390, height: 844 } });

test("at 390 px the bottom bar covers no action of any staff screen", async ({ page }) => {
  for (let count = 0; count < 12; count++) await addInquiry(someName("Shop"));
  await withoutNews(page); // a line of it would come and go while the screen is looked at
  await open(page, "/admin");
  await expect(page.getByRole("navigation", { name: "Back office" })).toBeVisible();
  const links = await page
    .locator(`${BAR} a`)
    .evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""));
  expect(links.length).toBeGreaterThan(8);
  for (const path of new Set(links)) {
    await page.goto(path);
    await expect(page.getByRole("navigation", { name: "Back office" })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await page.locator(BAR).evaluate((bar) => getComputedStyle(bar).position)).toBe("fixed");
    expect([path, await coveredByBar(page)]).toEqual([path, []]);
  }
});
