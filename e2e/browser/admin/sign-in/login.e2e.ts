import { refuse } from "../../../harness/browser/refuse.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import {
  addStaff,
  enter,
  fillLogin,
  password,
  signedIn,
  toast,
  turnMfaOn,
  username,
} from "../../../harness/browser/staff.ts";
import { callsTo } from "../../../harness/browser/waitlist-card.ts";

const LOGIN_CALL = "**/trpc/admin.session.login**";
const SCREEN = "/admin/security";

test.use({ expectedInConsole: /status of (401|429|503)|ERR_FAILED|ERR_INTERNET/ });

test("the login appears at every staff URL and continues to the requested screen", async ({ page }) => {
  const account = await addStaff();
  await page.goto(`${SCREEN}?from=mail`);
  await fillLogin(page, account);
  await enter(page).click();
  await expect(toast(page)).toContainText("Successfully logged into admin dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/security\?from=mail$/);
  const rail = page.getByRole("navigation", { name: "Back office" });
  await expect(rail.getByRole("link", { name: "Security" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByText(account.username)).toBeVisible();
  await expect(page.getByText("Super admin", { exact: true })).toBeVisible();
});

test("the login names the missing fields and sends nothing", async ({ page }) => {
  const calls = callsTo(page, "session.login");
  await page.goto(SCREEN);
  await enter(page).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter both username and password");
  await expect(username(page)).toBeFocused();
  await username(page).fill("amina");
  await enter(page).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter both username and password");
  await expect(password(page)).toBeFocused();
  expect(calls).toHaveLength(0);
});

test("the login shows the server's message and keeps the input", async ({ page }) => {
  const account = await addStaff();
  await page.goto(SCREEN);
  for (const wrong of [
    { ...account, password: "not this one" },
    { ...account, username: "nobody-at-all" },
  ]) {
    await fillLogin(page, wrong);
    await enter(page).click();
    await expect(page.getByRole("alert")).toHaveText("Invalid credentials");
    await expect(username(page)).toHaveValue(wrong.username);
  }
});

test("the login shows Login failed if the server does not respond", async ({ page, context }) => {
  await page.goto(SCREEN);
  await fillLogin(page, { username: "amina", password: "anything" });
  await context.setOffline(true);
  await enter(page).click();
  await expect(page.getByRole("alert")).toHaveText("Login failed. Please try again.");
  await expect(username(page)).toHaveValue("amina");
  await context.setOffline(false);
});

test("the login shows the remaining wait after too many attempts", async ({ page }) => {
  const refusal = {
    status: 429,
    code: "RATE_LIMITED",
    sentence: "Too many attempts. Please wait and try again.",
  };
  await page.goto(SCREEN);
  for (const [retryAfter, wait] of [
    [30, "30 seconds"],
    [1, "1 second"],
    [840, "14 minutes"],
  ] as const) {
    await page.route(LOGIN_CALL, (route) => refuse(route, { ...refusal, retryAfter }));
    await fillLogin(page, { username: "amina", password: "anything" });
    await enter(page).click();
    await expect(page.getByRole("alert")).toHaveText(`${refusal.sentence} You can try again in ${wait}.`);
    await page.unroute(LOGIN_CALL);
  }
});

test("a double click submits the login once", async ({ page }) => {
  const calls = callsTo(page, "session.login");
  const account = await addStaff();
  await page.goto(SCREEN);
  await fillLogin(page, account);
  await enter(page).dblclick();
  await expect(page.getByRole("heading", { name: "Security" })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("password managers find the fields of the login", async ({ page }) => {
  await page.goto(SCREEN);
  await expect(username(page)).toHaveAttribute("autocomplete", "username");
  await expect(username(page)).toHaveAttribute("name", "username");
  await expect(password(page)).toHaveAttribute("autocomplete", "current-password");
  await expect(password(page)).toHaveAttribute("name", "password");
  await password(page).fill("seen");
  await page.getByRole("button", { name: /Show what is typed/ }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
});

test("a partner manager has a separate rail and sees a notice on screens of other roles", async ({
  page,
  context,
}) => {
  await signedIn(context, "partner_manager");
  await page.goto("/admin");
  const links = page.getByRole("navigation", { name: "Back office" }).getByRole("link");
  for (const name of ["Home", "Reviews", "Directory", "Partner Manager", "Settings"])
    await expect(links.filter({ hasText: name })).toHaveCount(1);
  await expect(links).toHaveCount(5);
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { name: "Your role cannot open this screen" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("the login is well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE);
  const account = await signedIn(context);
  await turnMfaOn(context);
  await context.clearCookies();
  await page.goto(SCREEN);
  await enter(page).click();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Staff sign-in · /);
    await expectAccessible(page);
  });
  await fillLogin(page, account);
  await enter(page).click();
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Staff sign-in · /);
    await expectAccessible(page);
  });
});

test("signing in works with the keyboard alone", async ({ page }) => {
  const account = await addStaff("admin");
  await page.goto(SCREEN);
  await username(page).focus();
  await page.keyboard.type(account.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
});
