import type { Page } from "@playwright/test";

const ASSETS = "**/assets/**";
const NAMED = / (?:src|href)="([^"]+)"/g;
const LATER = /<link [^>]*fetchpriority="low">/g;

/**
 * Opens a page with the files that it names itself, and holds back the app until the call. With a session the named
 * script is the boot script alone, without one the sign-in too.
 */
export const openWithoutApp = async (page: Page, path: string): Promise<() => void> =>
  open(page, path, await htmlOf(page, path));

/** Holds back the form's code too, except what sends it. */
export const openWithoutReact = async (page: Page, path: string): Promise<() => void> =>
  open(page, path, (await htmlOf(page, path)).replaceAll(LATER, ""));

const htmlOf = async (page: Page, path: string): Promise<string> => (await page.request.get(path)).text();

async function open(page: Page, path: string, html: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const named: readonly (string | undefined)[] = [...html.matchAll(NAMED)].map(([, file]) => file);
  await page.route(ASSETS, async (route) => {
    if (!named.includes(new URL(route.request().url()).pathname)) await promise;
    await route.continue().catch(() => undefined); // the page may be gone by then
  });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  return resolve;
}
