import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

export { expect };

interface Watched {
  /** Console lines that a test provokes on purpose. */
  readonly expectedInConsole: RegExp | null;
  readonly watched: undefined;
}

/** Every test fails on a console line, a broken script, a violated policy or a request to a foreign host. */
export const test = base.extend<Watched>({
  expectedInConsole: [null, { option: true }],
  watched: [
    async ({ page, baseURL, expectedInConsole }, use) => {
      const problems: string[] = [];
      page.on("console", (line) => {
        if (!expectedInConsole?.test(line.text())) problems.push(`console: ${line.text()}`);
      });
      page.on("pageerror", (error) => {
        if (!expectedInConsole?.test(error.message)) problems.push(`script: ${error.message}`);
      });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && url.origin !== new URL(baseURL ?? "").origin) {
          problems.push(`foreign: ${request.url()}`);
        }
      });
      await use(undefined);
      await page.unrouteAll({ behavior: "ignoreErrors" }); // a call may still be under way
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };
const DESK = { width: 1440, height: 900 };
/** The tablet's width costs a third more time; `E2E_EVERY_WIDTH=1` looks at it too. */
export const SIZES = process.env.E2E_EVERY_WIDTH ? [PHONE, TABLET, DESK] : [PHONE, DESK];

/** What every screen owes: one main, one h1, a title of its own, the skip link first, no sideways scroll. */
export async function expectWellFormed(page: Page, title: RegExp): Promise<void> {
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("a").first()).toHaveText("Skip to main content");
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
}

/**
 * No violation that axe knows, in light and in dark. What it looks at hangs little on the width: wider screens are
 * looked at with `E2E_EVERY_WIDTH`, which costs a minute.
 */
export async function expectNoBarriers(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= DESK.width && !process.env.E2E_EVERY_WIDTH) return;
  expect(await barriersOf(new AxeBuilder({ page }))).toEqual([]);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  // without motion, else colours would be measured on their way from one to the other
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark", reducedMotion: "reduce" });
  expect(await barriersOf(new AxeBuilder({ page }).withRules("color-contrast"))).toEqual([]);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
}

async function barriersOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.setLegacyMode().analyze(); // in the page itself: there are no frames to visit
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}
