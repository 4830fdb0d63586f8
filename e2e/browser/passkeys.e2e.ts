import type { Page } from "@playwright/test";
import { addAuthenticator, LOCALHOST } from "../harness/browser/authenticator.ts";
import { dialog, partnerIn } from "../harness/browser/partner.ts";
import { refuse } from "../harness/browser/refuse.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectGoodScreen,
  PHONE,
  test,
} from "../harness/browser/screen.ts";
import { addStaff, signedIn, signIn, toast } from "../harness/browser/staff.ts";

test.use({ viewport: PHONE, baseURL: LOCALHOST, expectedInConsole: /status of (401|403)/ });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const passkeys = (page: Page) => page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
const use = (page: Page) => button(page, "Use a passkey");
const openPasskeysOfPartner = async (page: Page) => {
  await button(page, /^Account of/).click();
  await page.getByRole("menuitem", { name: "Passkeys" }).click();
};

const STALE = { status: 403, code: "REAUTHENTICATE", sentence: "Please confirm that it is you" };

/** What the server answers the next call if the session was authenticated more than ten minutes ago. */
const isStaleOnce = (page: Page, call: string) =>
  page.route(new RegExp(`/trpc/${call}`), (route) => refuse(route, STALE), { times: 1 });

/** Adds a passkey under the name that is offered. */
async function add(page: Page): Promise<void> {
  await button(page, "Add a passkey").click();
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue(/^Chrome on/);
  await button(page, "Continue").click();
  await expect(toast(page)).toContainText("Passkey added");
}

test("staff add, rename, use and remove a passkey", async ({ page, context }) => {
  await addAuthenticator(page);
  await signedIn(context, "admin");
  await page.goto("/admin/security");
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
  await add(page);
  await expect(passkeys(page)).toHaveText(/^Chrome on .* · Not used yet/);
  await expectGoodScreen(page, /Security/);
  await button(page, "Add a passkey").click();
  await button(page, "Continue").click();
  await expect(toast(page)).toContainText("This device already has a passkey for your account.");
  await atEverySize(page, () => expectAccessible(page));
  await button(page, "Cancel").click();
  await button(page, /^Rename/).click();
  await page.getByLabel("Name", { exact: true }).fill("Work laptop");
  await button(page, "Save").click();
  await expect(passkeys(page)).toHaveText(/^Work laptop/);

  await context.clearCookies();
  await page.goto("/admin");
  await expect(use(page)).toBeVisible();
  await expectGoodScreen(page, /Staff sign-in/);
  await use(page).click();
  await expect(heading(page, "Staff sign-in")).toHaveCount(0);
  await page.goto("/admin/security");
  await expect(passkeys(page)).toHaveText(/Last used/);

  await button(page, /^Remove/).click();
  await expect(dialog(page)).toContainText('"Work laptop" will no longer sign you in');
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
  await context.clearCookies();
  await page.goto("/admin");
  await use(page).click();
  await expect(page.getByRole("alert")).toHaveText(
    "This passkey cannot be used here. Please sign in another way.",
  );
});

test("partners add a passkey, sign in with it and confirm with it", async ({ page, context }) => {
  await addAuthenticator(page);
  const partner = await partnerIn(context);
  await page.goto("/partner");
  await openPasskeysOfPartner(page);
  await add(page);
  await expect(passkeys(page)).toHaveText(/^Chrome on/);
  await atEverySize(page, () => expectAccessible(page));

  await context.clearCookies();
  await page.goto("/partner/auth");
  await expect(use(page)).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await use(page).click();
  await expect(page.getByText(partner.businessName)).toBeVisible();

  await openPasskeysOfPartner(page);
  await isStaleOnce(page, "partner.passkeys.delete");
  await button(page, /^Remove/).click();
  await page.getByRole("dialog", { name: "Remove" }).getByRole("button", { name: "Remove" }).click();
  const again = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(again).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await again.getByRole("button", { name: "Use a passkey" }).click();
  await expect(toast(page)).toContainText("Passkey removed");
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
});

test("staff confirm that it is them with a passkey, and partner managers sign in with theirs", async ({
  page,
  context,
}) => {
  await addAuthenticator(page);
  const manager = await addStaff("partner_manager");
  await signIn(context, manager);
  await page.goto("/admin/security");
  await add(page);
  await isStaleOnce(page, "admin.passkeys.startAdding");
  await button(page, "Add a passkey").click();
  await button(page, "Continue").click();
  const again = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(again.getByLabel("Password", { exact: true })).toBeVisible();
  await again.getByRole("button", { name: "Use a passkey" }).click();
  await expect(toast(page)).toContainText("This device already has a passkey for your account.");
  await context.clearCookies();
  await page.goto("/partner-manager");
  await use(page).click();
  await expect(toast(page)).toContainText(`Welcome back, ${manager.username}!`);
});
