import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page, type ViewportSize } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { KeptPage, openPage, type WatchedPage } from "./kept-page.ts";

export { expect };

interface Fixtures {
  /** Console lines that a test provokes on purpose. */
  readonly expectedInConsole: RegExp | null;
  /** The page of the test: the worker's, or one of its own if it has options of its own. */
  readonly opened: WatchedPage;
  readonly watched: undefined;
}

interface WorkerFixtures {
  /** The page that the tests of this worker share, once there is one. */
  readonly worker: { kept: KeptPage | null };
}

/** Every test fails on a console line, a broken script, a violated policy or a request to a foreign host. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  expectedInConsole: [null, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern
  worker: [async ({}, use) => use({ kept: null }), { scope: "worker" }],
  opened: async (
    {
      browser,
      worker,
      viewport,
      baseURL,
      contextOptions,
      geolocation,
      hasTouch,
      javaScriptEnabled,
      permissions,
    },
    use,
    { project },
  ) => {
    if (baseURL !== project.use.baseURL || geolocation || hasTouch || !javaScriptEnabled) {
      const opened = await openPage(browser);
      await use(opened);
      await opened.page.context().close();
      return;
    }
    const kept = worker.kept ?? (await KeptPage.open(browser));
    worker.kept = null;
    if (viewport) await kept.page.setViewportSize(viewport);
    await kept.page.emulateMedia({ reducedMotion: contextOptions.reducedMotion ?? null });
    if (permissions) await kept.page.context().grantPermissions(permissions);
    await use(kept);
    if (await kept.reset()) worker.kept = kept;
    else await kept.page.context().close();
  },
  context: ({ opened }, use) => use(opened.page.context()),
  page: ({ opened }, use) => use(opened.page),
  watched: [
    async ({ opened: { page, violations }, baseURL, expectedInConsole }, use) => {
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
      await page.unrouteAll({ behavior: "ignoreErrors" }); // a call may still be in progress
      expect({ problems, violations }).toEqual({ problems: [], violations: [] });
    },
    { auto: true },
  ],
});

/** For `test.use`: tests of what happens while something moves. The others run with reduced motion. */
export const MOVING = { contextOptions: { reducedMotion: "no-preference" } } as const;

export const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };
export const DESKTOP = { width: 1440, height: 900 };
/** The tablet's width would take a third more time, so only `E2E_EVERY_WIDTH=1` adds it. */
export const SIZES = process.env.E2E_EVERY_WIDTH ? [PHONE, TABLET, DESKTOP] : [PHONE, DESKTOP];

/**
 * Runs the checks at every width, at the phone's last. A test loads the page at the phone's width and runs on at it; a
 * second test at the other width would take three times as long as this resize.
 */
export async function atEverySize(page: Page, checks: (size: ViewportSize) => Promise<void>): Promise<void> {
  for (const size of SIZES.toReversed()) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await checks(size);
  }
}

/** Every screen has one main, one h1, its own title, the skip link first and no horizontal scroll. */
export async function expectWellFormed(page: Page, title: RegExp): Promise<void> {
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("a").first()).toHaveText("Skip to main content");
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0); // an open list follows the window a moment later
}

/** The screen is well formed and accessible at every size. */
export const expectGoodScreen = (page: Page, title: RegExp): Promise<void> =>
  atEverySize(page, async () => {
    await expectWellFormed(page, title);
    await expectAccessible(page);
  });

/** WCAG 2.2 AA: axe leaves the rule out unless it is asked for it. */
const ALSO: RunOptions = { rules: { "target-size": { enabled: true } } };

/** The screen has no axe violation, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // without motion, else colors would be measured in the middle of a transition
  await page.emulateMedia({ reducedMotion: "reduce" });
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo(0, 0)); // a control half under a sticky bar would be too small a target
  expect(await violationsOf(page, ALSO)).toEqual([]);
  await page.evaluate((top) => window.scrollTo(0, top), scrolled);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  await page.emulateMedia({ colorScheme: isDark ? "light" : "dark" });
  expect(await violationsOf(page, { runOnly: ["color-contrast"] })).toEqual([]);
  await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
}

/** The unminified one, which axe holds as text, takes a half longer to compile. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Runs axe in the page. Its Playwright adapter loads it anew for each run and takes three times as long. */
async function violationsOf(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${AXE};undefined`);
  const all: RunOptions = { ...options, resultTypes: ["violations"], elementRef: false, selectors: false };
  const violations = await page.evaluate<AxeResults["violations"]>(
    `axe.run(document, ${JSON.stringify(all)}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}
