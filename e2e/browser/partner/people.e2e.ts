import type { Page } from "@playwright/test";
import {
  asStaff,
  claim,
  freshPlace,
  PASSWORD,
  type PartnerAccount,
  partnerIn,
  press,
} from "../../harness/browser/partner.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE });

const people = (page: Page) => page.getByRole("dialog", { name: "People" });
const row = (page: Page, name: string) => people(page).getByRole("listitem").filter({ hasText: name });

async function openPeople(page: Page): Promise<void> {
  await page.goto("/partner");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "People" }).click();
  await expect(people(page)).toBeVisible();
}

/** The path of an invitation's link, which is shown where no mail can be sent. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await people(page).getByLabel("Email").fill(email);
  await people(page).getByLabel("Role", { exact: true }).selectOption(role);
  await people(page).getByRole("button", { name: "Send the invitation" }).click();
  const shown = page.getByRole("dialog", { name: "Hand this link over" });
  const link = await shown.getByLabel("Link").inputValue();
  await atEverySize(page, () => expectAccessible(page));
  await shown.getByRole("button", { name: "Done" }).click();
  return new URL(link).pathname;
}

async function join(page: Page, path: string, business: string): Promise<void> {
  await page.goto(path);
  await expect(
    page.getByText(`${business} invites you to look after its places, as an editor.`),
  ).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await press(page, "Join");
  await expect(page.getByText("Name is required")).toBeVisible();
  await page.getByLabel("Your name").fill("Layla Aziz");
  await page.getByLabel("Choose a password").fill(PASSWORD);
  await press(page, "Join");
  await expect(page.getByText("Sign in with your email address")).toBeVisible();
}

test("an owner invites an editor, who joins and sees what an editor may do, gets another role and is removed", async ({
  page,
  context,
  browser,
}) => {
  const owner: PartnerAccount = await partnerIn(context);
  const place = await freshPlace();
  await asStaff(`/api/reviews/claims/${await claim(context, place)}`, { decision: "approved" });
  const email = `layla-${owner.email}`;
  await openPeople(page);
  await expect(row(page, "Amina Sample")).toContainText("Owner");
  await expect(people(page)).toContainText("You are its only owner.");
  await atEverySize(page, () => expectAccessible(page));
  const path = await invite(page, email, "editor");
  await expect(row(page, email)).toContainText(/Can be accepted until/);

  const other = await browser.newContext({ viewport: PHONE, reducedMotion: "reduce" });
  const colleague = await other.newPage();
  await test.step("the editor joins, and changes what the place shows but not how it is listed", async () => {
    await join(colleague, path, owner.businessName);
    await other.request.post("/partner/api/login", { data: { email, password: PASSWORD } });
    await colleague.goto("/partner?tab=search");
    await expect(colleague.getByText(/^Managers and owners of your business can claim/)).toBeVisible();
    await expect(colleague.getByRole("button", { name: "Request New Business Location" })).toHaveCount(0);
    await colleague.goto("/partner?tab=pois");
    await colleague.getByRole("button", { name: /^Edit/ }).first().click();
    const form = colleague.getByRole("dialog");
    await expect(form).toContainText("Parking");
    await expect(form.getByLabel("Website")).toHaveCount(0);
  });

  await test.step("the owner gives another role and removes the person", async () => {
    await openPeople(page);
    await row(page, "Layla Aziz").getByRole("button", { name: "Change role of Layla Aziz" }).click();
    const role = page.getByRole("dialog", { name: "Role of Layla Aziz" });
    await role.getByLabel("Role", { exact: true }).selectOption("manager");
    await atEverySize(page, () => expectAccessible(page));
    await role.getByRole("button", { name: "Save" }).click();
    await expect(toast(page)).toContainText("Layla Aziz is a manager now");
    await expect(row(page, "Layla Aziz")).toContainText("Manager");
    await row(page, "Layla Aziz").getByRole("button", { name: "Remove Layla Aziz" }).click();
    const question = page.getByRole("dialog", { name: "Remove this person?" });
    await expect(question).toContainText("signed out everywhere at once");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(row(page, "Layla Aziz")).toHaveCount(0);
    expect((await other.request.get("/partner/api/me")).status()).toBe(401);
    await colleague.goto("/partner");
    await expect(colleague).toHaveURL(/\/partner\/auth/);
    await other.close();
  });
});

test("a used invitation says so and leads on", async ({ page, context }) => {
  await partnerIn(context);
  await page.goto(`/partner/join/${"x".repeat(43)}`);
  await expect(
    page.getByText("This invitation has expired, was withdrawn or was used already."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the partner portal" })).toBeVisible();
});
