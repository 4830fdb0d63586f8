import type { Page } from "@playwright/test";
import { editAnswer } from "../../harness/browser/edit-response.ts";
import { lastMail } from "../../harness/browser/mailed.ts";
import {
  dialog,
  inDialog,
  PASSWORD,
  partnerIn,
  press,
  registered,
  signIn,
  tab,
} from "../../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectGoodScreen,
  test,
} from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of (400|401|403|409|429)/ });

const NEW = "another passphrase";
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const portal = (page: Page) => page.getByRole("heading", { level: 1, name: "Partner Portal" });
const confirmBanner = (page: Page) => page.getByRole("region", { name: "Please confirm your address" });
const openMenu = async (page: Page, item: string) => {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

/** The requests that carry a token other than as the address of the page itself. */
function leaksOf(page: Page, token: string): readonly string[] {
  const leaks: string[] = [];
  page.on("request", (request) => {
    const { referer = "" } = request.headers();
    if (referer.includes(token) || (!request.isNavigationRequest() && request.url().includes(token)))
      leaks.push(request.url());
  });
  return leaks;
}

test("a forgotten password is replaced by a mailed link, and the typed address stays from form to form", async ({
  page,
  context,
}) => {
  const { email } = await registered(context);
  await page.goto("/partner/auth");
  await field(page, "Email").fill(email);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(title(page)).toHaveText("Forgot your password?");
  await expect(title(page)).toBeFocused();
  await expect(field(page, "Email")).toHaveValue(email);
  await expectGoodScreen(page, /Forgot your password/);
  await press(page, "Back to login");
  await expect(title(page)).toHaveText("Partner sign-in");
  await expect(title(page)).toBeFocused();
  await expect(field(page, "Email")).toHaveValue(email);
  await tab(page, "Register").click();
  await expect(field(page, "Email")).toHaveValue(email);
  await page.goto("/partner/auth?tab=forgot");
  await press(page, "Email me a link");
  await expect(field(page, "Email")).toBeFocused();
  await field(page, "Email").fill(email);
  await press(page, "Email me a link");
  await expect(page.getByText("This site cannot send email right now.")).toBeVisible();

  const { link } = await lastMail(email, "partner-reset");
  await page.goto(link);
  await expectGoodScreen(page, /Choose a new password/);
  await field(page, "New password").fill("Something");
  await field(page, "Confirm new password").fill("Something");
  await press(page, "Set the new password");
  await expect(field(page, "New password")).toHaveAccessibleDescription(/too common/);
  await field(page, "New password").fill(NEW);
  await field(page, "Confirm new password").fill(NEW);
  await press(page, "Set the new password");
  await expect(title(page)).toHaveText("Your password is changed");
  await page.getByRole("link", { name: "Sign in" }).click();
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(NEW);
  await press(page, "Login");
  await expect(portal(page)).toBeVisible();

  await page.goto(link);
  await field(page, "New password").fill(PASSWORD);
  await field(page, "Confirm new password").fill(PASSWORD);
  await press(page, "Set the new password");
  await expect(page.getByRole("alert")).toHaveText("This link has expired or was used already");
  await expect(page.getByRole("link", { name: "Ask for a new link" })).toBeVisible();
});

test("the link of a notice locks the account until a new password is set", async ({ page, context }) => {
  const account = await registered(context);
  for (let n = 0; n < 2; n += 1) {
    await context.clearCookies(); // as on a device that has not used the account before
    await signIn(context, account);
  }
  const { link } = await lastMail(account.email, "partner-new-device");
  await page.goto(link);
  await expectGoodScreen(page, /Lock your account/);
  await press(page, "Lock my account");
  await expect(title(page)).toHaveText("Your account is locked");
  await expectGoodScreen(page, /Your account is locked/);
  await page.goto("/partner");
  await expect(portal(page)).toHaveCount(0);
  await page.goto("/partner/auth");
  await field(page, "Email").fill(account.email);
  await field(page, "Password").fill(PASSWORD);
  await press(page, "Login");
  await expect(toast(page)).toContainText("401");
});

test("an address is confirmed by the button of the mailed link, which opening it does not press", async ({
  page,
  context,
}) => {
  const account = await registered(context);
  const { link } = await lastMail(account.email, "partner-welcome");
  await context.request.get(link);
  const token = link.split("/").at(-1) ?? "none";
  const leaks = leaksOf(page, token);
  await page.goto(link);
  await page.reload();
  await expectGoodScreen(page, /Confirm your address/);
  await press(page, "Confirm my address");
  await expect(title(page)).toHaveText("Your address is confirmed");
  expect(leaks).toEqual([]);
  await page.goto(`/partner/confirm#${token}`); // as in mails before the token was in the path
  await expect(page.getByRole("button", { name: "Confirm my address" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter"); // the skip link replaces the fragment
  await press(page, "Confirm my address");
  await expect(page.getByRole("alert")).toHaveText("This link has expired or was used already");
  await expect(page.getByRole("button", { name: "Confirm my address" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Go to the partner portal" })).toBeVisible();
});

test("the portal asks for the six digits until the address is confirmed, and keeps working", async ({
  page,
  context,
}) => {
  const account = await registered(context);
  await signIn(context, account);
  await editAnswer(page, "partner.email.status", (status) => ({ ...status, required: true, mailed: true }));
  await page.goto("/partner");
  await expect(confirmBanner(page)).toContainText(account.email);
  await expectGoodScreen(page, /Partner Portal/);
  await tab(page, /Claims/).click();
  await expect(page.getByText("No ownership claims submitted yet.")).toBeVisible();
  await press(page, "Send again");
  await expect(toast(page)).toContainText("Please check your inbox");
  await press(page, "Confirm");
  await expect(toast(page)).toContainText("Please enter the six digits");
  await field(page, "Six digits from our email").fill("12345");
  await press(page, "Confirm");
  await expect(toast(page)).toContainText("400: This code is incorrect or has expired");
  const { code } = await lastMail(account.email, "partner-welcome");
  await field(page, "Six digits from our email").fill(code);
  await press(page, "Confirm");
  await expect(toast(page)).toContainText("Your address is confirmed");
  await expect(confirmBanner(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});

test("a partner changes the own details and the address, and the old address undoes the latter", async ({
  page,
  context,
}) => {
  const account = await partnerIn(context);
  const next = `next-${account.email}`;
  await page.goto("/partner");
  await expect(portal(page)).toBeVisible();
  await expect(confirmBanner(page)).toHaveCount(0);
  await openMenu(page, "Your details");
  await expectAccessible(page);
  await inDialog(page, "Business name").fill("Noor Foods");
  await inDialog(page, "Phone").pressSequentially("3135550101");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Your details are saved");
  await expect(page.getByText("Noor Foods", { exact: true })).toBeVisible();

  await openMenu(page, "Email address");
  await expect(dialog(page)).toContainText("Not confirmed");
  await inDialog(page, "New email address").fill(next);
  await inDialog(page, "Your password").fill("not this one");
  await press(page, "Change address");
  await expect(toast(page)).toContainText("401: Your current password is not right");
  await inDialog(page, "Your password").fill(PASSWORD);
  await press(page, "Change address");
  await expect(dialog(page)).toContainText(`We emailed ${next}`);
  await atEverySize(page, () => expectAccessible(page));
  const { code } = await lastMail(next, "partner-new-address");
  await inDialog(page, "Six digits from our email").fill(code);
  await press(page, "Confirm");
  await expect(toast(page)).toContainText("Your address is confirmed");
  await expect(dialog(page)).toHaveCount(0);
  await openMenu(page, "Email address");
  await expect(dialog(page)).toContainText(next);

  const { link } = await lastMail(account.email, "partner-address-changed");
  await page.goto(link);
  await expectGoodScreen(page, /Undo the change of address/);
  await press(page, "Restore my address");
  await expect(title(page)).toHaveText("Your address is restored");
  await expect(page.getByRole("link", { name: "Go to the sign-in" })).toBeVisible();
  await signIn(context, account);
  await page.goto((await lastMail(account.email, "partner-address-restored")).link);
  await expect(title(page)).toHaveText("Choose a new password");
});
