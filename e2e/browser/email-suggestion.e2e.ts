import type { Page } from "@playwright/test";
import { choose } from "../harness/browser/gifts.ts";
import { expect, expectAccessible, SIZES, test } from "../harness/browser/screen.ts";
import { signedIn } from "../harness/browser/staff.ts";

test.use({ expectedInConsole: /status of 401/ });

const asked = (page: Page) => page.getByRole("button", { name: "Did you mean gmail.com?" });

/** Every screen on which a person types a new address, and the label of its field. */
const SCREENS: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  ["/", "Email", async () => undefined],
  ["/", "Email", (page) => page.getByRole("button", { name: "Partner With Us" }).click()],
  ["/support", "Customer email", (page) => choose(page)],
  ["/partner/auth?tab=register", "Email", async () => undefined],
];

for (const viewport of SIZES) {
  test(`a mistyped provider is asked about and corrected with one tap on every form, at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    for (const [path, label, openForm] of SCREENS) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await openForm(page);
      const dialog = page.getByRole("dialog");
      const scope = (await dialog.count()) > 0 ? dialog : page.getByRole("main");
      const field = scope.getByLabel(label).first();
      await field.fill("Amina.Q@gmial.com");
      await expect(scope.locator("[aria-live=polite]").filter({ has: asked(page) })).toHaveCount(1);
      await expectAccessible(page);
      await asked(page).click();
      await expect(field).toHaveValue("Amina.Q@gmail.com");
      await expect(field).toBeFocused();
      await expect(asked(page)).toHaveCount(0);
    }
  });
}

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
  await signedIn(context);
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Add Admin User" }).click();
  await page.getByLabel("Email", { exact: true }).fill("amina@hotmial.com");
  await page.getByRole("button", { name: "Did you mean hotmail.com?" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("amina@hotmail.com");
});
