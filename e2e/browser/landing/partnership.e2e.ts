import type { Page } from "@playwright/test";
import {
  businessName,
  dialog,
  email,
  fillRequired,
  INQUIRY_CALL,
  INQUIRY_PATH,
  open,
  partner,
  phone,
  send,
} from "../../harness/browser/partnership-dialog.ts";
import { atEverySize, expect, expectAccessible, PHONE, test } from "../../harness/browser/screen.ts";
import { callsTo, region, toast } from "../../harness/browser/waitlist-card.ts";

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("the business-owner block has its own URL", async ({ page }) => {
  await page.goto("/#partnership");
  await expect(partner(page)).toBeInViewport();
});

test("the partnership dialog shows the specified copy, and no honeypot", async ({ page }) => {
  await open(page);
  const inside = dialog(page);
  await expect(inside.getByText("Only business name and email are required.")).toBeVisible();
  await expect(inside.getByRole("group", { name: "Required Information" }).getByRole("textbox")).toHaveCount(
    2,
  );
  await expect(inside.getByRole("group", { name: "Optional Details" })).toBeVisible();
  const types = inside.getByLabel("Business type").locator("option:not([value=''])");
  await expect(types).toHaveText(["Restaurant", "Grocery Store", "Fashion & Clothing", "Services", "Other"]);
  expect(await types.evaluateAll((all) => all.map((each) => each.getAttribute("value")))).toEqual([
    "restaurant",
    "grocery",
    "fashion",
    "services",
    "other",
  ]);
  await expect(inside.getByLabel("Website")).toHaveAttribute("type", "url");
  for (const label of ["Contact name", "City", "State or province", "Message"]) {
    await expect(inside.getByLabel(label)).toHaveValue("");
  }
  await expect(inside.getByRole("textbox", { name: "Leave this empty" })).toHaveCount(0);
  await expect(inside.locator("[name=hp_note]")).toHaveAttribute("tabindex", "-1");
});

test("an inquiry is sent with all fields and confirmed, and the dialog closes empty", async ({ page }) => {
  const calls = callsTo(page, INQUIRY_PATH);
  await open(page);
  const address = await fillRequired(page);
  await phone(page).pressSequentially("4165550100");
  await dialog(page).getByLabel("Business type").selectOption({ label: "Grocery Store" });
  await dialog(page).getByLabel("Website").fill("noor.example");
  await send(page).click();
  await expect(toast(page)).toContainText("Partnership inquiry submitted!");
  await expect(toast(page)).toContainText("We'll get back to you within 24 hours.");
  await expect(dialog(page)).toHaveCount(0);
  await expect(partner(page)).toBeFocused();
  const block = page.locator("#partnership");
  await expect(block).toBeInViewport();
  await expect(block.getByRole("heading")).toHaveText("We have your inquiry");
  await expect(block).toContainText(/Your reference[A-Z]+-[A-Z]+-\d{4}/);
  await expect(block).toContainText(
    `Within 24 hours a member of our team reads it and writes to ${address}.`,
  );
  await atEverySize(page, async () => {
    await page.evaluate(() => window.scrollTo(0, 0)); // so that the bar covers no part of a button
    await expectAccessible(page);
  });
  expect(calls).toHaveLength(1);
  for (const part of [address, '"businessType":"grocery"', '"phone":"(416) 555-0100"']) {
    expect(calls[0]?.postData()).toContain(part);
  }
  await open(page);
  await expect(businessName(page)).toHaveValue("");
  await expect(phone(page)).toHaveValue("");
  await expect(dialog(page).getByLabel("Business type")).toHaveValue("");
});

test("an inquiry without business name and email is not sent", async ({ page }) => {
  const calls = callsTo(page, INQUIRY_PATH);
  await open(page);
  await send(page).click();
  await expect(toast(page)).toContainText("Please fill in required fields");
  await expect(toast(page)).toContainText("Business name and email are required to submit your inquiry.");
  await expect(toast(page)).toHaveAttribute("data-type", "error");
  await expect(businessName(page)).toBeFocused();
  await expect(businessName(page)).toHaveAccessibleDescription("Business name is required");
  await expect(email(page)).toHaveAccessibleDescription("Email is required");
  await businessName(page).fill("Noor Grill");
  await send(page).click();
  await expect(email(page)).toBeFocused();
  await expect(toast(page)).toContainText("Business name and email are required to submit your inquiry.");
  expect(calls).toHaveLength(0);
});

test("an error in an optional field appears at the field", async ({ page }) => {
  await open(page);
  await fillRequired(page);
  await phone(page).fill("416");
  await dialog(page).getByLabel("Website").fill("no address");
  await send(page).click();
  await expect(phone(page)).toBeFocused();
  await expect(phone(page)).toHaveAccessibleDescription("Phone must have 10 digits");
  await expect(dialog(page).getByLabel("Website")).toHaveAccessibleDescription(
    "Website must be a web address",
  );
});

test("the phone field formats what is typed or pasted, takes ten digits and keeps the caret", async ({
  page,
}) => {
  await open(page);
  const steps = ["1", "12", "123", "(123) 4", "(123) 45", "(123) 456", "(123) 456-7"];
  for (const [at, shown] of steps.entries()) {
    await phone(page).press(String(at + 1));
    await expect(phone(page)).toHaveValue(shown);
  }
  await phone(page).pressSequentially("890x");
  await expect(phone(page)).toHaveValue("(123) 456-7890");
  for (const pasted of ["+1 (416) 555-0100", "1-416-555-0100", "4165550100"]) {
    await phone(page).fill(pasted);
    await expect(phone(page)).toHaveValue("(416) 555-0100");
  }
  await phone(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(3, 3));
  await page.keyboard.press("Backspace");
  await page.keyboard.type("7");
  await expect(phone(page)).toHaveValue("(476) 555-0100");
  expect(await phone(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3);
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("a refused inquiry keeps the dialog open with its input and shows the reason", async ({ page }) => {
    await page.route(INQUIRY_CALL, (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/json",
        body: JSON.stringify([
          {
            error: {
              json: { message: "Not now", code: -32_600, data: { code: "CONFLICT", httpStatus: 409 } },
            },
          },
        ]),
      }),
    );
    await open(page);
    const address = await fillRequired(page);
    await send(page).click();
    await expect(toast(page)).toContainText("Error");
    await expect(toast(page)).toContainText("409: Not now");
    await expect(email(page)).toHaveValue(address);
    await expect(send(page)).toBeFocused();
  });

  test("an inquiry without a response shows an error and can be sent again", async ({ page }) => {
    await page.route(INQUIRY_CALL, (route) => route.abort());
    await open(page);
    await fillRequired(page);
    await send(page).click();
    await expect(toast(page)).toContainText("Failed to submit inquiry. Please try again.");
    await page.unroute(INQUIRY_CALL);
    await send(page).click();
    await expect(toast(page)).toContainText("Partnership inquiry submitted!");
  });
});

test("the button shows Submitting... and a double click sends the inquiry once", async ({ page }) => {
  const calls = callsTo(page, INQUIRY_PATH);
  await page.route(INQUIRY_CALL, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await open(page);
  await fillRequired(page);
  await send(page).dblclick();
  await expect(dialog(page).getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await expect(toast(page)).toContainText("Partnership inquiry submitted!");
  expect(calls).toHaveLength(1);
});

/** Where the page stands when its smooth scroll is over. */
async function standing(page: Page): Promise<number> {
  let before = -1;
  const stands = async () => {
    const now = await page.evaluate(() => window.scrollY);
    const same = now === before;
    before = now;
    return same;
  };
  await expect.poll(stands, { intervals: [250] }).toBe(true);
  return before;
}

test("the dialog takes, keeps and returns the focus, and keeps its input when it is closed", async ({
  page,
}) => {
  await partner(page).focus();
  await page.keyboard.press("Enter");
  await expect(businessName(page)).toBeFocused();
  const scrolled = await standing(page);
  await page.keyboard.type("Noor Grill");
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press("Tab");
    expect(await dialog(page).evaluate((each) => each.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(partner(page)).toBeFocused();
  expect(Math.abs((await standing(page)) - scrolled)).toBeLessThan(40);
  await page.keyboard.press("Enter");
  await expect(businessName(page)).toHaveValue("Noor Grill");
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(partner(page)).toBeFocused();
});

test("F8 focuses the notification over the dialog, and closing it leaves the dialog open", async ({
  page,
}) => {
  await open(page);
  await send(page).click();
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press("F8");
  await expect(region(page)).toBeFocused();
  await page.getByRole("button", { name: "Dismiss notification" }).click();
  await expect(toast(page)).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("Partner With Us opens an email", async ({ page }) => {
    await expect(partner(page)).toBeHidden();
    await expect(page.getByRole("link", { name: "Partner With Us" })).toHaveAttribute(
      "href",
      /^mailto:[^?]+\?subject=Partnership%20Inquiry$/,
    );
  });
});

test("the open dialog has no accessibility violations, with and without errors at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page);
  await atEverySize(page, () => expectAccessible(page));
  await send(page).click();
  await expect(toast(page)).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});
