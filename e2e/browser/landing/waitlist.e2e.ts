import { refuse } from "../../harness/browser/refuse.ts";
import { expect, test } from "../../harness/browser/screen.ts";
import {
  another,
  beta,
  callsTo,
  email,
  fill,
  firstName,
  JOIN_CALL,
  JOIN_PATH,
  newAddress,
  submit,
  toast,
} from "../../harness/browser/waitlist-card.ts";

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("the waitlist form shows the specified copy", async ({ page }) => {
  await expect(firstName(page)).toBeVisible();
  await expect(email(page)).toHaveAttribute("type", "email");
  await expect(beta(page)).not.toBeChecked();
  await expect(beta(page)).toHaveAccessibleDescription("Early access program available");
  for (const badge of ["Privacy Protected", "No Spam", "Early Access Guaranteed"]) {
    await expect(page.getByText(badge, { exact: true })).toBeVisible();
  }
});

test("the waitlist form accepts a signup, confirms it and clears its fields", async ({ page }) => {
  await fill(page);
  await beta(page).check();
  await submit(page).click();
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
  await expect(toast(page)).toContainText(/You'll be among the first to know when .+ launches\./);
  await another(page).click();
  await expect(firstName(page)).toHaveValue("");
  await expect(email(page)).toHaveValue("");
  await expect(beta(page)).not.toBeChecked();
  await expect(page.getByRole("region", { name: /^You are on the list/ })).toBeVisible();
  await expect(submit(page)).toBeEnabled();
});

test("the button shows Joining... and the form cannot be submitted twice", async ({ page }) => {
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

test("the second click of a double click, where a fast answer has replaced the form, reports nothing missing", async ({
  page,
}) => {
  const calls = callsTo(page, JOIN_PATH);
  await fill(page);
  await submit(page).dblclick();
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
  await another(page).click();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
  expect(calls).toHaveLength(1);
});

for (const [what, name, address] of [
  ["first name", " ", "a@example.com"],
  ["email", "Amina", ""],
] as const) {
  test(`the waitlist form without the ${what} is not sent`, async ({ page }) => {
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

test("the waitlist form with an invalid email is not sent", async ({ page }) => {
  const calls = callsTo(page, JOIN_PATH);
  await fill(page, "amina at example.com");
  await submit(page).click();
  await expect(toast(page)).toContainText("Please enter a valid email address");
  await expect(email(page)).toHaveAccessibleDescription("An address looks like name@example.com");
  expect(calls).toHaveLength(0);
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("a refused signup shows the status and the message and keeps the input", async ({ page }) => {
    await page.route(JOIN_CALL, (route) =>
      refuse(route, { status: 409, code: "CONFLICT", sentence: "This did not work" }),
    );
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

  test("a signup that came too soon says at the form when it can be sent again", async ({ page }) => {
    await page.route(JOIN_CALL, (route) =>
      refuse(route, { status: 429, code: "RATE_LIMITED", sentence: "Too many requests.", retryAfter: 61 }),
    );
    await fill(page);
    await submit(page).click();
    const note = page.getByRole("form", { name: "Waitlist" }).getByRole("alert");
    await expect(note).toHaveText("Too many requests. You can try again in 2 minutes.");
    await page.unroute(JOIN_CALL);
    await submit(page).click();
    await expect(toast(page)).toContainText("Welcome to the waitlist!");
    await expect(note).toHaveCount(0);
  });

  test("a signup without a response shows a message", async ({ page }) => {
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

test("the honeypot field is hidden from users", async ({ page }) => {
  const traps = page.locator("[name=hp_note]");
  await expect(traps).toHaveCount(2);
  for (const trap of await traps.all()) await expect(trap).not.toBeInViewport();
  await expect(page.getByRole("textbox")).toHaveCount(4); // a name and an email in each form
  await email(page).focus();
  await page.keyboard.press("Tab");
  await expect(beta(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(submit(page)).toBeFocused();
});

test("the waitlist form in the first screen works with the keyboard alone", async ({ page }) => {
  const first = page.getByLabel("First name").first();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  while (!(await first.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Yusuf");
  await page.keyboard.press("Tab");
  await page.keyboard.type(newAddress());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Yes, I want exclusive beta access!").first()).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
});
