import type { Page } from "@playwright/test";
import { escapeOnceShown } from "../../harness/browser/escape-once-shown.ts";
import {
  ANSWERS,
  CARDS,
  choose,
  dialog,
  field,
  fillGift,
  give,
  PAY_CALL,
  refusing,
  TIERS,
  tile,
} from "../../harness/browser/gifts.ts";
import { refuse } from "../../harness/browser/refuse.ts";
import { expect, SIZES, test } from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

const PATH = "/support";
const caret = (page: Page) =>
  field(page, "Card number").evaluate((input: HTMLInputElement) => input.selectionStart);

/** Holds back the frames that the page asks for. The returned function runs them. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const released = await page.evaluateHandle(() => {
    const { requestAnimationFrame, cancelAnimationFrame } = window;
    const held = new Map<number, FrameRequestCallback>();
    let last = 0;
    window.requestAnimationFrame = (run) => {
      last -= 1; // the page's own ids are positive
      held.set(last, run);
      return last;
    };
    window.cancelAnimationFrame = (id) => {
      if (!held.delete(id)) cancelAnimationFrame(id);
    };
    return () => {
      Object.assign(window, { requestAnimationFrame, cancelAnimationFrame });
      for (const run of held.values()) run(performance.now());
    };
  });
  return () => released.evaluate((run) => run());
}

test.describe("the gift form", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(PATH);
  });

  test("the gift form opens for each tier with its amount and returns the focus", async ({ page }) => {
    for (const [name, price] of TIERS) {
      await choose(page, name);
      await expect(dialog(page)).toHaveAccessibleName(`Give as ${name}`);
      await expect(field(page, "Amount")).toHaveValue(price.replace(/\D/g, ""));
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toHaveCount(0);
      await expect(tile(page, name)).toBeFocused();
    }
  });

  test("a form that is closed before the frame of its first focus leaves the focus on its button", async ({
    page,
  }) => {
    await choose(page);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(tile(page, "Ummah Champion")).toBeFocused();
    const release = await holdFrames(page);
    await page.keyboard.press("Enter");
    await expect(field(page, "Amount")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(field(page, "Amount")).toHaveCount(0);
    await expect(tile(page, "Ummah Champion")).toBeFocused();
    await release();
    await expect(dialog(page)).toHaveCount(0);
    await expect(tile(page, "Ummah Champion")).toBeFocused();
  });

  test("the gift form has the right keyboards, autofill names, limits and defaults", async ({ page }) => {
    await choose(page);
    await expect(field(page, "Amount")).toHaveAttribute("min", "1");
    await expect(field(page, "Amount")).toHaveAttribute("step", "0.01");
    for (const [label, mode, complete] of [
      ["Card number", "numeric", "cc-number"],
      ["Expiry month", "numeric", "cc-exp-month"],
      ["Expiry year", "numeric", "cc-exp-year"],
      ["CVV", "numeric", "cc-csc"],
    ] as const) {
      await expect(field(page, label)).toHaveAttribute("inputmode", mode);
      await expect(field(page, label)).toHaveAttribute("autocomplete", complete);
    }
    await expect(field(page, "Billing country")).toHaveValue("US");
    await field(page, "Expiry month").pressSequentially("123x12");
    await field(page, "CVV").pressSequentially("1a2b345");
    await field(page, "Billing state").pressSequentially("NYC");
    await expect(field(page, "Expiry month")).toHaveValue("12");
    await expect(field(page, "Expiry year")).toHaveValue("31");
    await expect(field(page, "CVV")).toHaveValue("1234");
    await expect(field(page, "Billing state")).toHaveValue("NY");
    await expect(dialog(page)).toContainText("4242 4242 4242 4242");
  });

  test("a typed or pasted card number is grouped, and the caret keeps its position", async ({ page }) => {
    await choose(page);
    const card = field(page, "Card number");
    await card.pressSequentially("4242424242424242");
    await expect(card).toHaveValue("4242 4242 4242 4242");
    await card.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 6));
    await card.press("Backspace");
    await expect(card).toHaveValue("4242 2424 2424 242");
    expect(await caret(page)).toBe(4);
    await card.press("9");
    await expect(card).toHaveValue("4242 9242 4242 4242");
    expect(await caret(page)).toBe(6);
    await card.press("End");
    await card.pressSequentially("1234567");
    await expect(card).toHaveValue("4242 9242 4242 4242 123");
    await card.fill("6304-0000.0000 00000012345");
    await expect(card).toHaveValue("6304 0000 0000 0000 001");
  });

  test("a form with missing fields shows the specified message and focuses the first of them", async ({
    page,
  }) => {
    await choose(page);
    await give(page).click();
    await expect(toast(page)).toContainText("Missing Information");
    await expect(toast(page)).toContainText(
      "Please fill in all required fields including credit card and billing information",
    );
    await expect(field(page, "Customer email")).toBeFocused();
    await expect(field(page, "CVV")).toHaveAccessibleDescription("CVV is required");
    await fillGift(page, "4242 4242 4242");
    await give(page).click();
    await expect(toast(page)).toContainText("Invalid Card Number");
    await expect(field(page, "Card number")).toBeFocused();
    await field(page, "Card number").fill(CARDS.good);
    await field(page, "CVV").fill("12");
    await give(page).click();
    await expect(toast(page)).toContainText("Invalid CVV");
    await expect(field(page, "CVV")).toHaveAccessibleDescription("The 3 or 4 digits on the card");
    await expect(field(page, "Billing city")).toHaveValue("Brooklyn");
  });

  test("large gifts are referred to the email contact, and the minimum is one dollar", async ({ page }) => {
    await choose(page, "Founding Patron");
    await fillGift(page);
    await field(page, "Amount").fill("500");
    await expect(dialog(page).getByRole("link", { name: "salam@rihla.example" })).toHaveAttribute(
      "href",
      /^mailto:salam@rihla\.example\?subject=./,
    );
    await give(page).click();
    await expect(toast(page)).toContainText(
      "For gifts of $500 and above please write to salam@rihla.example",
    );
    for (const [amount, sentence] of [
      ["0.5", "The smallest gift is $1"],
      ["1.005", "An amount has at most two decimals"],
    ] as const) {
      await field(page, "Amount").fill(amount);
      await give(page).click();
      await expect(field(page, "Amount")).toHaveAccessibleDescription(sentence);
    }
  });

  test("a large gift is the only thing that the form mentions, whatever else is missing", async ({
    page,
  }) => {
    await choose(page);
    await field(page, "Amount").fill("700");
    await give(page).click();
    await expect(toast(page)).toContainText("Gifts of $500 and above");
    await expect(toast(page)).not.toContainText("Missing Information");
    await expect(field(page, "Amount")).toBeFocused();
    await expect(dialog(page).locator("[aria-invalid]")).toHaveCount(1);
  });

  test("an empty amount is a missing required field", async ({ page }) => {
    await choose(page);
    await fillGift(page);
    await field(page, "Amount").fill("");
    await give(page).click();
    await expect(toast(page)).toContainText("Missing Information");
    await expect(toast(page)).toContainText(
      "Please fill in all required fields including credit card and billing information",
    );
    await expect(field(page, "Amount")).toBeFocused();
  });

  test("an expired card and an impossible date are refused at the field, whatever else is missing", async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date(2026, 10, 30, 12));
    await choose(page);
    for (const [month, year, label, sentence] of [
      ["10", "26", "Expiry month", "This card has expired"],
      ["12", "25", "Expiry year", "This card has expired"],
      ["12", "47", "Expiry year", "No card is valid for that long"],
      ["13", "31", "Expiry month", "A month from 01 to 12"],
    ] as const) {
      await field(page, "Expiry month").fill(month);
      await field(page, "Expiry year").fill(year);
      await give(page).click();
      await expect(field(page, label)).toHaveAccessibleDescription(sentence);
    }
    await field(page, "Expiry month").fill("11");
    await field(page, "Expiry year").fill("26");
    await give(page).click();
    for (const label of ["Expiry month", "Expiry year"]) {
      await expect(field(page, label)).not.toHaveAttribute("aria-invalid");
    }
  });

  test("an expiry date that is pasted as MM/YY fills both fields", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await choose(page);
    for (const [label, pasted] of [
      ["Expiry month", "12/31"],
      ["Expiry year", "12 / 2031"],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await field(page, "Expiry month").fill("");
      await field(page, "Expiry year").fill("");
      await field(page, label).focus();
      await page.keyboard.press("ControlOrMeta+v");
      await expect(field(page, "Expiry month")).toHaveValue("12");
      await expect(field(page, "Expiry year")).toHaveValue("31");
    }
  });

  test("the gift form requires a province and a postal code in Canada", async ({ page }) => {
    await choose(page);
    await fillGift(page);
    await field(page, "Billing country").selectOption("Canada");
    await field(page, "Billing province").fill("ON");
    await field(page, "Billing postal code").fill("11201");
    await give(page).click();
    await expect(field(page, "Billing postal code")).toHaveAccessibleDescription(
      "A postal code looks like M5V 2T6",
    );
    await refusing(page);
    await field(page, "Billing postal code").fill("m5v 2t6");
    await page.route(PAY_CALL, () => undefined); // the gateway's page would open after the test
    const sent = page.waitForRequest(PAY_CALL);
    await give(page).click();
    expect((await sent).postData()).toContain('"billingCountry":"CA"');
  });

  test("a donor from another country is asked for no state, and may add a postal code where there are some", async ({
    page,
  }) => {
    await choose(page);
    await fillGift(page);
    await field(page, "Billing country").selectOption("United Kingdom");
    await field(page, "Billing postal code (optional)").fill("SW1A 1AA");
    await field(page, "Billing country").selectOption("Qatar");
    await expect(dialog(page).locator("[name=billingState], [name=billingZip]")).toHaveCount(0);
    await field(page, "Billing country").selectOption("Ireland");
    await expect(dialog(page).locator("[name=billingState]")).toHaveCount(0);
    const sent = page.waitForRequest(PAY_CALL);
    await give(page).click();
    expect((await sent).postData()).toContain('"billingState":"","billingZip":""');
    await expect(page).toHaveURL(/sandbox/);
  });

  test("the brand and a wrong digit of a card are shown while its number is typed", async ({ page }) => {
    await choose(page);
    const card = field(page, "Card number");
    const brand = dialog(page).locator(".card-line-brand");
    for (const [number, name] of [
      ["4", "Visa"],
      ["5555 55", "Mastercard"],
      ["3782 8224 6310 005", "American Express"],
      ["6011", "Discover"],
      ["9", ""],
    ] as const) {
      await card.fill(number);
      await expect(brand).toHaveText(name);
      await expect(card).not.toHaveAttribute("aria-invalid");
    }
    await card.fill("4242 4242 4242 4241");
    await expect(card).toHaveAccessibleDescription("Please check the card number: a digit seems to be wrong");
    await card.press("End");
    await card.press("Backspace");
    await expect(card).not.toHaveAttribute("aria-invalid");
    await card.press("2");
    await expect(card).toHaveAccessibleDescription("");
  });

  test("the date of a card is typed, corrected and deleted as one field", async ({ page }) => {
    await choose(page);
    const [month, year] = [field(page, "Expiry month"), field(page, "Expiry year")];
    await month.pressSequentially("1/31");
    await expect(month).toHaveValue("01");
    await expect(year).toHaveValue("31");
    for (let n = 0; n < 3; n++) await page.keyboard.press("Backspace");
    await expect(year).toHaveValue("");
    await expect(month).toHaveValue("0");
    await expect(month).toBeFocused();
    await page.keyboard.type("729");
    await expect(month).toHaveValue("07");
    await expect(year).toHaveValue("29");
  });

  test("an amount is chosen or typed, and the title says what it is for", async ({ page }) => {
    await choose(page, "Beta Supporter");
    const chip = (name: string) => dialog(page).getByRole("button", { name, exact: true });
    await expect(chip("$25 Beta Supporter")).toHaveAttribute("aria-pressed", "true");
    await chip("$100 Ummah Champion").click();
    await expect(field(page, "Amount")).toHaveValue("100");
    await expect(dialog(page)).toHaveAccessibleName("Give as Ummah Champion");
    await expect(give(page)).toHaveText("Give $100");
    await field(page, "Amount").fill("60.50");
    await expect(dialog(page)).toHaveAccessibleName("Give as Community Builder");
    await expect(dialog(page).locator("[aria-pressed=true]")).toHaveCount(0);
    await expect(give(page)).toHaveText("Give $60.50");
    await field(page, "Amount").fill("5");
    await expect(dialog(page)).toHaveAccessibleName("Give");
    await fillGift(page);
    const sent = page.waitForRequest(PAY_CALL);
    await give(page).click();
    expect((await sent).postData()).toContain('"tier":""');
  });

  test("the button is in sight at 390 and 1440 px, and what has the focus is not behind it", async ({
    page,
  }) => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await choose(page);
      await expect(give(page)).toBeInViewport({ ratio: 1 });
      for (const label of ["Billing address", "Billing ZIP code", "Customer email"]) {
        await field(page, label).focus();
        await expect(give(page)).toBeInViewport({ ratio: 1 });
        const input = await field(page, label).boundingBox();
        const button = await give(page).boundingBox();
        expect((input?.y ?? 0) + (input?.height ?? 0)).toBeLessThan(button?.y ?? 0);
      }
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toHaveCount(0);
    }
  });

  test("a card number with a wrong digit is named at its field and is not sent", async ({ page }) => {
    let sent = 0;
    await page.route(PAY_CALL, (route) => {
      sent += 1;
      return route.abort();
    });
    await choose(page);
    await fillGift(page, "4242 4242 4242 4241");
    await give(page).click();
    await expect(field(page, "Card number")).toHaveAccessibleDescription(
      "Please check the card number: a digit seems to be wrong",
    );
    await expect(field(page, "Card number")).toBeFocused();
    expect(sent).toBe(0);
  });

  test.describe("after too many refused cards", () => {
    test.use({ expectedInConsole: /Failed to load resource/ });

    test("the form says when the next card can be tried, and how to give without one", async ({ page }) => {
      const sentence = "Too many attempts. Please wait and try again.";
      await page.route(PAY_CALL, (route) =>
        refuse(route, { status: 429, code: "RATE_LIMITED", sentence, retryAfter: 3_200 }),
      );
      await choose(page);
      await fillGift(page);
      await give(page).click();
      await expect(toast(page)).toContainText("Payment Error");
      await expect(toast(page)).toContainText(`${sentence} You can try again in 54 minutes.`);
      await expect(toast(page)).not.toContainText("429");
      const offer = dialog(page).getByRole("alert");
      await expect(offer).toContainText(`${sentence} You can try again in 54 minutes. Nothing was charged.`);
      await expect(offer).toContainText("Venmo");
      await expect(offer).toContainText("Zelle");
      await expect(offer).not.toContainText("429");
      await page.unroute(PAY_CALL);
      await give(page).click();
      await expect(page).toHaveURL(/sandbox/);
    });
  });

  test("Escape closes the gift form as soon as the refusal is shown", async ({ page }) => {
    await choose(page);
    await fillGift(page, CARDS.refused);
    await escapeOnceShown(page, "[data-scope=toast][data-part=title]");
    await give(page).click();
    await expect(toast(page)).toContainText("Payment Error");
    await expect(dialog(page)).toHaveCount(0);
    await expect(tile(page, "Ummah Champion")).toBeFocused();
  });

  test("closing the gift form discards the card and keeps all other input", async ({ page }) => {
    await choose(page);
    await fillGift(page, CARDS.refused);
    await give(page).click();
    await expect(toast(page)).toContainText("Payment Error");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    const left = await page.evaluate(async () =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        await indexedDB.databases(),
        await caches.keys(),
        history.state,
        location.href,
        document.cookie,
        [...document.querySelectorAll("input")].map((input) => input.value),
        document.documentElement.outerHTML,
      ]),
    );
    expect(left.replace(/\D/g, "")).not.toContain(CARDS.refused.replaceAll(" ", ""));
    await choose(page, "Beta Supporter");
    await expect(field(page, "Amount")).toHaveValue("25");
    for (const label of ["Card number", "Expiry month", "Expiry year", "CVV"]) {
      await expect(field(page, label)).toHaveValue("");
    }
    await expect(field(page, "Customer email")).toHaveValue(ANSWERS["Customer email"]);
    await expect(field(page, "Billing ZIP code")).toHaveValue(ANSWERS["Billing ZIP code"]);
  });
});
