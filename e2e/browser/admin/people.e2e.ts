import type { Page } from "@playwright/test";
import { registered } from "../../harness/browser/partner.ts";
import {
  atEverySize,
  DESKTOP,
  expect,
  expectAccessible,
  expectGoodScreen,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { list, open, rowOf, toast } from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/people";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.use({ viewport: PHONE });

async function search(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address", { exact: true }).fill(email);
  await button(page, "Show what is kept").click();
}

test("a super admin searches a person, exports what is kept and erases it after typing the address", async ({
  page,
}) => {
  const { email, businessName } = await registered(page.context());
  await page.request.post("/api/waitlist", { data: { firstName: "Ruqayya", email } });
  await open(page, PATH);
  await search(page, "");
  await expect(toast(page)).toContainText("Please enter an email address");
  await search(page, `nobody.${email}`);
  await expect(page.getByText("We keep nothing about this address")).toBeVisible();
  await search(page, email);
  await expect(list(page, "Waitlist signups (1)").getByText("Ruqayya")).toBeVisible();
  await expect(list(page, "Partner account (1)").getByText(businessName)).toBeVisible();
  await expect(rowOf(page, "Audit entries (").first()).toContainText(
    "Only ids of the person are left in it.",
  );
  await expect(list(page, "Waitlist signups (1)").getByRole("link")).toHaveAttribute(
    "href",
    new RegExp(`/admin/waitlist\\?q=${encodeURIComponent(email)}`),
  );
  await expectGoodScreen(page, /Personal data/);

  const downloaded = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export JSON" }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("person.json");
  expect(await Bun.file(await download.path()).json()).toMatchObject({ email, data: { signups: [{}] } });

  await button(page, "Erase").click();
  const dialog = page.getByRole("dialog", { name: "Erase this person" });
  await expect(dialog).toContainText("Waitlist signups: 1, deleted");
  await expect(dialog).toContainText("Audit entries:");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByLabel(`Type ${email} to confirm`).fill("someone@else.example");
  await dialog.getByRole("button", { name: "Erase", exact: true }).click();
  await expect(toast(page)).toContainText("This is not the address");
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await dialog.getByRole("button", { name: "Erase", exact: true }).click();
  await expect(page.getByText(/\d records were erased/)).toBeVisible();
  await expect(page.getByRole("region", { name: /records? about/ })).toContainText("Audit entries (");
  await expect(page.getByText("Ruqayya")).toHaveCount(0);
  await expect(button(page, "Erase")).toHaveCount(0);
});

test("an admin finds Personal data neither in the rail nor by its address", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await open(page, PATH, "admin");
  const rail = page.getByRole("navigation", { name: "Back office" });
  await expect(rail.getByRole("link", { name: "Waitlist" })).toBeVisible();
  await expect(rail.getByRole("link", { name: "Personal data" })).toHaveCount(0);
  await expect(page.getByLabel("Email address", { exact: true })).toHaveCount(0);
});
