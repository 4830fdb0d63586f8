import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectWellFormed, SIZES, test } from "../../harness/browser/screen.ts";
import {
  beta,
  email,
  fill,
  firstName,
  newAddress,
  submit,
  toast,
} from "../../harness/browser/waitlist-card.ts";

const place = (page: Page) => page.getByRole("region", { name: /^You are on the list/ });
const open = (page: Page, part: string) => place(page).locator("summary", { hasText: part }).click();
const save = (page: Page) => place(page).getByRole("button", { name: "Save" });

async function join(page: Page): Promise<string> {
  const address = await fill(page);
  await beta(page).check();
  await submit(page).click();
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
  return address;
}

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport, permissions: ["clipboard-read", "clipboard-write"] });

    test("a person who joined sees their place, corrects the address, finds it again, adds a city and copies the link", async ({
      page,
    }) => {
      await page.goto("/");
      const wrong = await join(page);
      await expect(place(page)).toContainText(`We write to ${wrong}`);
      await expect(place(page)).toContainText("We noted that you would like to test the beta.");
      await expect(firstName(page)).toHaveValue("");

      const right = newAddress();
      await open(page, "Correct the address");
      await place(page).getByLabel("The right address").fill(right);
      await save(page).click();
      await expect(toast(page)).toContainText("Address corrected");
      await expect(place(page)).toContainText(`We write to ${right}`);

      await page.reload();
      await expect(place(page)).toContainText(`We write to ${right}`);
      await open(page, "Add your city");
      await expectWellFormed(page, /waitlist|Rihla/i);
      await expectAccessible(page);
      await place(page).getByRole("combobox", { name: "Your city" }).fill("Dearbo");
      await page.getByRole("option", { name: "Dearborn, MI" }).click();
      await save(page).click();
      await expect(place(page)).toContainText("Your city: Dearborn, MI");

      await place(page).getByRole("button", { name: "Copy the link" }).click();
      await expect(place(page).getByRole("button", { name: "Copied" })).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(/\/\?ref=[0-9a-f]{12}$/);
      await expect(place(page)).toContainText(copied);

      await place(page).getByRole("button", { name: "Remove this from my browser" }).click();
      await expect(place(page)).toHaveCount(0);
      await page.reload();
      await email(page).focus();
      await expect(place(page)).toHaveCount(0);
    });
  });
}

test("the next person who joins in the same browser sees their own place, and a phone shares the link", async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ url } = {}) => {
      document.title = `shared ${url}`;
    };
  });
  await page.goto("/");
  const first = await join(page);
  await expect(place(page)).toContainText(first);
  const second = await join(page);
  await expect(place(page)).toContainText(second);
  await expect(place(page)).not.toContainText(first);
  await place(page).getByRole("button", { name: "Tell a friend" }).click();
  await expect(page).toHaveTitle(/^shared http.+\/\?ref=[0-9a-f]{12}$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page that answers the form shows the place, corrects the address and takes the city", async ({
    page,
  }) => {
    await page.goto("/");
    await fill(page);
    await submit(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to the waitlist!");
    await expect(place(page)).toContainText("You did not ask for beta access.");
    await expect(place(page)).toContainText(/\/\?ref=[0-9a-f]{12}/);
    const right = newAddress();
    await open(page, "Correct the address");
    await place(page).getByLabel("The right address").fill(right);
    await save(page).first().click();
    await expect(place(page)).toContainText(`We write to ${right}`);
    await place(page).getByLabel("Your city").fill("Dearborn");
    await save(page).last().click();
    await expect(place(page).getByLabel("Your city")).toHaveValue("Dearborn");
    await page.goto("/waitlist/joined");
    await expect(place(page)).toContainText(right);
  });
});
