import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { recordPolicyViolations } from "./policy.ts";

/** A page between two tests: of the same origin, as another one would end the process that is to be kept. */
const BETWEEN_TESTS = "/robots.txt";
const EVENTS = [
  "console",
  "dialog",
  "download",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "response",
];
/** Calls that nothing takes back. A page that had one is not used again. */
const LASTING = [
  "addInitScript",
  "addLocatorHandler",
  "exposeBinding",
  "exposeFunction",
  "newCDPSession",
  "routeWebSocket",
  "setExtraHTTPHeaders",
  "setGeolocation",
];
const CLOCK = ["fastForward", "install", "pauseAt", "resume", "runFor", "setFixedTime", "setSystemTime"];

/** A page with a context of its own, and the violations of a content security policy in it. */
export interface WatchedPage {
  readonly page: Page;
  readonly violations: string[];
}

export async function openPage(browser: Browser): Promise<WatchedPage> {
  const context = await browser.newContext();
  const violations: string[] = [];
  await recordPolicyViolations(context, violations);
  return { page: await context.newPage(), violations };
}

/**
 * The page that the tests of a worker use one after the other. Its process has compiled the scripts already, so a test
 * takes a quarter less time. Each test finds it as if it were new, but for the cache of files.
 */
export class KeptPage implements WatchedPage {
  readonly #session: CDPSession;
  #isSpent = false;

  static async open(browser: Browser): Promise<KeptPage> {
    const { page, violations } = await openPage(browser);
    return new KeptPage(page, violations, await page.context().newCDPSession(page));
  }

  private constructor(
    readonly page: Page,
    readonly violations: string[],
    session: CDPSession,
  ) {
    this.#session = session;
    const context = page.context();
    for (const target of [page, context]) this.#watch(target, LASTING);
    this.#watch(context.clock, CLOCK);
  }

  /** Removes what a test has left. Returns whether another test can use the page. */
  async reset(): Promise<boolean> {
    if (this.#isSpent || this.page.isClosed()) return false;
    const context = this.page.context();
    for (const other of context.pages()) if (other !== this.page) await other.close();
    for (const target of [this.page, context]) await forget(target);
    await context.setOffline(false);
    this.page.on("dialog", (dialog) => dialog.accept()); // "Leave site?"
    await this.page.mouse.move(-1, -1); // a page under the pointer would take that for a sign of interaction
    await this.page.goto(BETWEEN_TESTS);
    this.page.removeAllListeners("dialog");
    await this.#clear(context);
    this.violations.length = 0;
    return true;
  }

  async #clear(context: BrowserContext): Promise<void> {
    const origin = await this.page.evaluate(() => {
      window.name = "";
      sessionStorage.clear();
      return location.origin;
    });
    const storageTypes = "cache_storage,indexeddb,local_storage,service_workers";
    await Promise.all([
      this.#session.send("Storage.clearDataForOrigin", { origin, storageTypes }),
      this.#session.send("Page.resetNavigationHistory"),
      context.clearCookies(),
      context.clearPermissions(),
      this.page.emulateMedia({ media: null, colorScheme: "light", reducedMotion: "reduce", contrast: null }),
    ]);
  }

  #watch(target: object, names: readonly string[]): void {
    for (const name of names) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") continue;
      Reflect.set(target, name, (...args: readonly unknown[]) => {
        this.#isSpent = true;
        return Reflect.apply(call, target, args);
      });
    }
  }
}

async function forget(target: Page | BrowserContext): Promise<void> {
  await target.unrouteAll({ behavior: "ignoreErrors" }); // a call may still be in progress
  for (const event of EVENTS) target.removeAllListeners(event);
}
