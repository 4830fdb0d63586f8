import type { Page } from "@playwright/test";
import { freshPlace, inDialog, partnerIn, press, registered, tab } from "../../harness/browser/partner.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

const OVER = "Your session has ended. Please sign in again.";
const again = (page: Page) => page.getByRole("dialog", { name: "Please sign in again" });
const request = (page: Page) => page.getByRole("dialog", { name: "Request New Business Location" });
const password = (page: Page) => again(page).getByLabel("Password", { exact: true });

test.use({ viewport: PHONE, expectedInConsole: /status of 401/ });

async function fillRequest(page: Page): Promise<string> {
  const name = `Qx${crypto.randomUUID().slice(0, 8)} Market`;
  await press(page, "Request New Business Location");
  await inDialog(page, "Business Name*").fill(name);
  await inDialog(page, "Category*").selectOption("grocery");
  await inDialog(page, "Address*").fill("18 Park Row");
  await inDialog(page, "City*").fill("Toledo");
  await inDialog(page, "State*").fill("OH");
  return name;
}

async function expectSent(page: Page, name: string): Promise<void> {
  await expect(toast(page)).toContainText("Request submitted");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("article").filter({ hasText: name })).toHaveCount(1);
}

test("a partner whose session ended signs in over the request form, and then the request is sent", async ({
  page,
}) => {
  const account = await partnerIn(page.context());
  await page.goto("/partner");
  const name = await fillRequest(page);
  await page.context().clearCookies();
  await request(page).getByRole("button", { name: "Submit Request" }).click();
  await expect(again(page)).toContainText(OVER);
  await expect(again(page).getByLabel("Email")).toHaveValue(account.email);
  await expect(password(page)).toBeFocused();
  await atEverySize(page, () => expectAccessible(page));
  await password(page).fill("not this one");
  await press(page, "Login");
  await expect(toast(page)).toContainText("401: Invalid email or password");
  await password(page).fill(account.password);
  await press(page, "Login");
  await expectSent(page, name);
});

test("another partner who signs in sees their own portal, and the request of the first is not sent", async ({
  page,
}) => {
  await partnerIn(page.context());
  const other = await registered(page.context());
  await page.goto("/partner");
  await fillRequest(page);
  await page.context().clearCookies();
  await request(page).getByRole("button", { name: "Submit Request" }).click();
  await again(page).getByLabel("Email").fill(other.email);
  await password(page).fill(other.password);
  await press(page, "Login");
  await expect(page.getByText(other.businessName)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(tab(page, "Requests (0)")).toBeVisible();
});

test("the login over a request can be left for the sign-in page", async ({ page }) => {
  await partnerIn(page.context());
  await page.goto("/partner");
  await fillRequest(page);
  await page.context().clearCookies();
  await request(page).getByRole("button", { name: "Submit Request" }).click();
  await press(page, "Discard it and leave");
  await expect(page).toHaveURL(/\/partner\/auth/);
  await expect(page.getByText(OVER)).toBeVisible();
});

test("evidence that is chosen after the session ended is uploaded after the sign-in", async ({ page }) => {
  const place = await freshPlace();
  const account = await partnerIn(page.context());
  await page.goto(`/partner?q=${encodeURIComponent(place.name)}`);
  await press(page, `Claim ${place.name}`);
  await page.context().clearCookies();
  const claim = page.getByRole("dialog", { name: place.name });
  const buffer = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const file = { name: "deed.png", mimeType: "image/png", buffer };
  await claim.locator("input[type=file]").first().setInputFiles(file);
  await password(page).fill(account.password);
  await press(page, "Login");
  await expect(again(page)).toHaveCount(0);
  await expect(claim).toContainText("deed.png");
  await claim.getByRole("button", { name: "Submit Claim" }).click();
  await expect(page.getByRole("dialog", { name: "Your claim was sent" })).toBeVisible();
  const [sent] = await (await page.request.get("/partner/api/my-claims")).json();
  expect(sent.documents).toHaveLength(1);
});

test("logging out in one tab shows the sign-in in the other at once, and signing in opens both", async ({
  page,
}) => {
  const account = await partnerIn(page.context());
  await page.goto("/partner");
  const other = await page.context().newPage();
  await other.goto("/partner");
  await press(other, "Logout");
  await expect(other).toHaveURL(/\/partner\/auth/);
  await expect(page).toHaveURL(/\/partner\/auth/);
  await expect(page.getByText(OVER)).toBeVisible();
  await other.getByLabel("Email").fill(account.email);
  await other.getByLabel("Password", { exact: true }).fill(account.password);
  await press(other, "Login");
  await expect(other.getByText(account.businessName)).toBeVisible();
  await expect(page.getByText(account.businessName)).toBeVisible();
});
