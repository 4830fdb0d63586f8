import type { Page } from "@playwright/test";
import { expect, PHONE, test } from "../harness/browser/screen.ts";

/** Tests of a worker share a page: what one leaves, the next one must not find. */
test.describe.configure({ mode: "serial" });

const stateOf = (page: Page) =>
  page.evaluate(async () => ({
    entries: history.length,
    name: window.name,
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    isMarked: "mark" in window,
    isFuture: new Date().getFullYear() > 2099,
    width: innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isPrinted: matchMedia("print").matches,
    moves: matchMedia("(prefers-reduced-motion: no-preference)").matches,
    isPointedAt: document.querySelector("main:hover") !== null,
    isOnline: navigator.onLine,
    mayRead: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
  }));

const NEW = {
  entries: 2, // the one before the test and the one that the test opens
  name: "",
  cookies: "",
  local: 0,
  session: 0,
  isMarked: false,
  isFuture: false,
  width: 1280,
  isDark: false,
  isPrinted: false,
  moves: false,
  isPointedAt: false,
  isOnline: true,
  mayRead: "prompt",
};

let first: Page;

test("a test leaves state that can be removed", async ({ page, context }) => {
  first = page;
  await page.goto("/support");
  expect(await stateOf(page)).toEqual(NEW);
  await page.route("**/support", (route) => route.fulfill({ status: 404 }));
  await context.route("**/privacy", (route) => route.fulfill({ status: 404 }));
  await context.addCookies([{ name: "left", value: "1", url: page.url() }]);
  await page.emulateMedia({ media: "print", colorScheme: "dark", reducedMotion: "no-preference" });
  await page.setViewportSize(PHONE);
  await page.evaluate(() => {
    window.name = "left";
    localStorage.setItem("left", "1");
    sessionStorage.setItem("left", "1");
  });
  await page.goto("/places");
  await page.getByRole("main").hover();
  await context.newPage();
  await context.grantPermissions(["clipboard-read"]);
  await context.setOffline(true);
  expect(await stateOf(page)).not.toEqual(NEW);
});

test("the next test has the same page without that state, and leaves state that cannot be removed", async ({
  page,
  context,
}) => {
  expect(page).toBe(first);
  expect(context.pages()).toEqual([page]);
  for (const path of ["/privacy", "/support"]) expect((await page.goto(path))?.status()).toBe(200);
  expect(await stateOf(page)).toEqual({ ...NEW, entries: 3 });
  await page.clock.setFixedTime("2100-01-01");
  await page.addInitScript(() => Object.assign(window, { mark: true }));
});

test("the test after that has a new page", async ({ page }) => {
  expect(page).not.toBe(first);
  expect(first.isClosed()).toBe(true);
  await page.goto("/support");
  expect(await stateOf(page)).toEqual(NEW);
});
