import type { Route } from "@playwright/test";
import { expect, test } from "../harness/browser/screen.ts";
import {
  beta,
  callsTo,
  email,
  fill,
  firstName,
  JOIN_CALL,
  JOIN_PATH,
  nobody,
  submit,
  toast,
} from "../harness/browser/waitlist-card.ts";

/** The wire form of a refused call. */
const refuse = (status: number, sentence: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: "application/json",
    body: JSON.stringify([
      {
        error: { json: { message: sentence, code: -32_600, data: { code: "CONFLICT", httpStatus: status } } },
      },
    ]),
  });

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("shows the specification's words", async ({ page }) => {
  await expect(firstName(page)).toBeVisible();
  await expect(email(page)).toHaveAttribute("type", "email");
  await expect(beta(page)).not.toBeChecked();
  await expect(beta(page)).toHaveAccessibleDescription("Early access program available");
  for (const badge of ["Privacy Protected", "No Spam", "Early Access Guaranteed"]) {
    await expect(page.getByText(badge, { exact: true })).toBeVisible();
  }
});

test("takes a signup, says so and empties itself", async ({ page }) => {
  await fill(page);
  await beta(page).check();
  await submit(page).click();
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
  await expect(toast(page)).toContainText(/You'll be among the first to know when .+ launches\./);
  await expect(firstName(page)).toHaveValue("");
  await expect(email(page)).toHaveValue("");
  await expect(beta(page)).not.toBeChecked();
  await expect(submit(page)).toBeEnabled();
});

test("says Joining... and cannot be sent again while it sends", async ({ page }) => {
  const calls = callsTo(page, JOIN_PATH);
  await page.route(JOIN_CALL, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await fill(page);
  await submit(page).dblclick();
  await expect(page.getByRole("button", { name: "Joining..." })).toBeDisabled();
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
  expect(calls).toHaveLength(1);
});

for (const [what, name, address] of [
  ["first name", " ", "a@example.com"],
  ["email", "Amina", ""],
] as const) {
  test(`sends nothing without the ${what}`, async ({ page }) => {
    const calls = callsTo(page, JOIN_PATH);
    await firstName(page).fill(name);
    await email(page).fill(address);
    await submit(page).click();
    await expect(toast(page)).toContainText("Please fill in all required fields");
    await expect(toast(page)).toHaveAttribute("data-type", "error");
    await expect(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await expect(page.locator("[aria-invalid=true]")).toBeFocused();
    await expect(page.locator("[aria-invalid=true]")).toHaveAccessibleDescription(/ is required$/);
    expect(calls).toHaveLength(0);
  });
}

test("sends nothing with an address that is none", async ({ page }) => {
  const calls = callsTo(page, JOIN_PATH);
  await fill(page, "amina at example.com");
  await submit(page).click();
  await expect(toast(page)).toContainText("Please enter a valid email address");
  await expect(email(page)).toHaveAccessibleDescription("An address looks like name@example.com");
  expect(calls).toHaveLength(0);
});

test.describe("refused", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("shows the status and the sentence, and keeps what was typed", async ({ page }) => {
    await page.route(JOIN_CALL, refuse(409, "This did not work"));
    const address = await fill(page);
    await beta(page).check();
    await submit(page).click();
    await expect(toast(page)).toContainText("Error");
    await expect(toast(page)).toContainText("409: This did not work");
    await expect(toast(page)).toHaveAttribute("data-type", "error");
    await expect(firstName(page)).toHaveValue("Amina");
    await expect(email(page)).toHaveValue(address);
    await expect(beta(page)).toBeChecked();
  });

  test("shows its own sentence where nothing answered", async ({ page }) => {
    await page.route(JOIN_CALL, (route) => route.abort());
    await fill(page);
    await submit(page).click();
    await expect(toast(page)).toContainText("Failed to join waitlist. Please try again.");
    await expect(firstName(page)).toHaveValue("Amina");
    await page.unroute(JOIN_CALL);
    await submit(page).click();
    await expect(toast(page)).toContainText("Welcome to the waitlist!");
  });
});

test("hides its trap from people", async ({ page }) => {
  const trap = page.locator("[name=hp_note]");
  await expect(trap).not.toBeInViewport();
  await expect(page.getByRole("textbox")).toHaveCount(2);
  await email(page).focus();
  await page.keyboard.press("Tab");
  await expect(beta(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(submit(page)).toBeFocused();
});

test("works by keyboard alone", async ({ page }) => {
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  while (!(await firstName(page).evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Yusuf");
  await page.keyboard.press("Tab");
  await page.keyboard.type(nobody());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(beta(page)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
});
