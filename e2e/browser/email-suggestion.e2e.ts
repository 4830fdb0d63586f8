import type { Locator, Page } from "@playwright/test";
import { choose } from "../harness/browser/gifts.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../harness/browser/screen.ts";
import { signInShared } from "../harness/browser/staff.ts";

test.use({ expectedInConsole: /status of 401/ });

const asked = (page: Page) => page.getByRole("button", { name: "Did you mean gmail.com?" });

const inDialog = async (page: Page): Promise<Locator> => {
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return dialog;
};

interface Screen {
  readonly path: string;
  readonly label: string;
  /** Opens the form and returns what it is in. */
  readonly open: (page: Page) => Promise<Locator>;
}

/** Every screen on which a visitor or partner types a new address. */
const SCREENS: readonly Screen[] = [
  { path: "/", label: "Email", open: async (page) => page.getByRole("form", { name: "Waitlist" }) },
  {
    path: "/",
    label: "Email",
    open: async (page) => {
      await page.getByRole("button", { name: "Partner With Us" }).click();
      return inDialog(page);
    },
  },
  {
    path: "/support",
    label: "Customer email",
    open: async (page) => {
      await choose(page);
      return inDialog(page);
    },
  },
  { path: "/partner/auth?tab=register", label: "Email", open: async (page) => page.getByRole("main") },
];

test("a mistyped provider is asked about and corrected with one tap on every form, at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  for (const { path, label, open } of SCREENS) {
    await page.goto(path);
    const scope = await open(page);
    const field = scope.getByLabel(label, { exact: true });
    await atEverySize(page, async () => {
      await field.fill("Amina.Q@gmial.com");
      await expect(scope.locator("[aria-live=polite]").filter({ has: asked(page) })).toHaveCount(1);
      await expectAccessible(page);
      await asked(page).click();
      await expect(field).toHaveValue("Amina.Q@gmail.com");
      await expect(field).toBeFocused();
      await expect(asked(page)).toHaveCount(0);
    });
  }
});

test("a question about the provider holds nothing up, and goes away with a right one", async ({ page }) => {
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const card = page.getByRole("form", { name: "Waitlist" });
  await card.getByLabel("First name").fill("Amina");
  await card.getByLabel("Email").fill(`${crypto.randomUUID().slice(0, 8)}@gmail.co`);
  await expect(asked(page)).toBeVisible();
  await card.getByLabel("Email").press("End");
  await card.getByLabel("Email").pressSequentially("m");
  await expect(asked(page)).toHaveCount(0);
  await card.getByLabel("Email").fill(`${crypto.randomUUID().slice(0, 8)}@gmial.com`);
  await expect(asked(page)).toBeVisible();
  await card.getByRole("button", { name: "Join Waitlist" }).click();
  await expect(page.getByText("Welcome to the waitlist!")).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
});

test("staff who type someone's address are asked as well", async ({ page, context }) => {
  await signInShared(context);
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Add Admin User" }).click();
  await page.getByLabel("Email", { exact: true }).fill("amina@hotmial.com");
  await page.getByRole("button", { name: "Did you mean hotmail.com?" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("amina@hotmail.com");
});
