import { registered } from "../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../harness/browser/screen.ts";
import { addStaff, enter, fillLogin, signInShared, username } from "../harness/browser/staff.ts";
import { openWithoutApp } from "../harness/browser/without-app.ts";

const FRAMES = [
  "/partner",
  "/partner/auth",
  "/admin",
  "/admin/users",
  "/partner-manager",
  "/support/success",
];

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  const links = ["/partner/reset/token", "/admin/forgot", "/admin/invitation/token", "/issuers/answer/token"];
  test("a screen that needs JavaScript says so, and what to do", async ({ page }) => {
    for (const path of [...FRAMES, "/support/success/p_1", ...links]) {
      await page.goto(path);
      await expect(page.getByRole("main"), path).toHaveCount(1);
      await expect(page.locator("main:not([hidden])"), path).toHaveCount(1);
      await expect(page.getByRole("main"), path).toHaveCSS("text-align", "center"); // it has the style of a notice
      await expect(page.getByRole("heading", { level: 1 }), path).toContainText("JavaScript");
      await expect(page.getByText("Turn it on for this site, then reload the page."), path).toBeVisible();
      await expect(page.getByRole("link", { name: /@/ }), path).toHaveAttribute("href", /^mailto:/);
      await expect(page.getByRole("textbox"), path).toHaveCount(0);
    }
  });
});

test.describe("before the app", () => {
  test.use({ expectedInConsole: /status of 401/ });

  test("a click between hydration and the app's start counts once", async ({ page }) => {
    await page.addInitScript(() => {
      // the app reports that it is ready in a timer without delay: a slow device takes its time there
      const original = window.setTimeout;
      window.setTimeout = ((run: () => void, delay = 0) =>
        original(run, delay || 1_500)) as typeof setTimeout;
    });
    await page.goto("/partner/auth");
    const show = page.getByRole("button", { name: "Show what is typed" });
    await expect
      .poll(() => show.evaluate((button) => Object.keys(button).some((key) => key.startsWith("__react"))))
      .toBe(true);
    await show.click();
    await page.waitForFunction(() => document.querySelector(".toaster") !== null);
    await expect(show).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  });

  test("a staff sign-in is sent without the app and opens the requested screen once the app is there", async ({
    page,
  }) => {
    const account = await addStaff();
    const release = await openWithoutApp(page, "/admin/security");
    await fillLogin(page, account);
    await enter(page).click();
    await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
    expect(new URL(page.url()).search).toBe("");
    release();
    await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  });

  test("a partner sign-in is shown, can be filled and leads to the requested part of the portal", async ({
    page,
    context,
  }) => {
    const account = await registered(context);
    const release = await openWithoutApp(page, "/partner?tab=claims");
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Login" }).click();
    release();
    await expect(page.getByRole("tab", { name: /Claims/ })).toHaveAttribute("aria-selected", "true");
  });

  test("a screen shows its frame to a person who is signed in", async ({ page, context }) => {
    await signInShared(context);
    const release = await openWithoutApp(page, "/admin/users");
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    await expect(page.locator(".rail").getByText("Settings")).toBeVisible();
    await expect(username(page)).toHaveCount(0);
    await expectAccessible(page);
    release();
    const rail = page.getByRole("navigation", { name: "Back office" });
    await expect(rail.getByRole("link", { name: "Users" })).toBeVisible();
  });
});

test.describe("without a connection", () => {
  test.use({ expectedInConsole: /Failed to load resource|dynamically imported/ });

  test("a sign-in without the app says that it failed, and can be sent again", async ({ page, context }) => {
    const account = await addStaff();
    const release = await openWithoutApp(page, "/admin/security");
    await fillLogin(page, account);
    await context.setOffline(true);
    await enter(page).click(); // before the app can replace the button
    release();
    await expect(page.getByRole("alert")).toHaveText("Login failed. Please try again.");
    await context.setOffline(false);
    await enter(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  });
});

test("the sign-ins that the build renders are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  for (const [path, title] of [
    ["/admin", /Staff sign-in/],
    ["/partner-manager", /Partner Manager/],
    ["/partner", /Partner sign-in/],
  ] as const) {
    const release = await openWithoutApp(page, path);
    await atEverySize(page, async () => {
      await expectWellFormed(page, title);
      await expectAccessible(page);
    });
    release();
    await page.unrouteAll({ behavior: "wait" });
  }
});
