import type { Page } from "@playwright/test";
import { expect, test } from "../../harness/browser/screen.ts";
import {
  beta,
  callsTo,
  email,
  fill,
  firstName,
  JOIN_PATH,
  newAddress,
  region,
  submit,
  toast,
} from "../../harness/browser/waitlist-card.ts";

const APP_SCRIPT = "**/assets/*.js"; // all but the boot script, which has come by then

/** Holds all scripts of the next page but its boot script, which is that of this page. */
async function holdApp(page: Page): Promise<{ readonly requested: string[]; readonly release: () => void }> {
  const requested: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const boot = (await page.locator("script[src]").getAttribute("src")) ?? "";
  await page.route(APP_SCRIPT, async (route) => {
    const url = route.request().url();
    if (!url.endsWith(boot)) {
      requested.push(url);
      await held;
    }
    await route.continue();
  });
  return { requested, release };
}

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test.describe("before hydration", () => {
  test("the page loads little JavaScript until the first interaction", async ({ page }) => {
    const scripts: Promise<number>[] = [];
    page.on("response", (response) => {
      if (!response.url().endsWith(".js")) return;
      scripts.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
    });
    await page.route("**/*.js", (route) => route.continue()); // without the browser's cache
    await page.reload({ waitUntil: "networkidle" });
    const sizes = await Promise.all(scripts);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeGreaterThan(500);
    expect(sizes[0]).toBeLessThan(3_000);
  });

  test("a form submitted before hydration is held and sent afterwards", async ({ page }) => {
    const calls = callsTo(page, JOIN_PATH);
    await page.route(APP_SCRIPT, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    const address = await fill(page);
    await beta(page).check();
    await submit(page).click();
    await expect(page.getByRole("button", { name: "Joining..." })).toBeDisabled();
    await email(page).press("Enter");
    await expect(email(page)).toHaveValue(address);
    await expect(toast(page)).toContainText("Welcome to the waitlist!");
    expect(new URL(page.url()).pathname).toBe("/");
    expect(calls).toHaveLength(1);
    expect(calls[0]?.postData()).toContain(address);
    expect(calls[0]?.postData()).toContain('"isBetaTester":true');
  });

  for (const [path, button, sign, nth] of [
    ["/", "Join Waitlist", "Joining...", 0],
    ["/", "Join Waitlist", "Joining...", 1],
    ["/", "Partner With Us", "Opening...", 0],
    ["/support", "Give $50 as Community Builder", "Opening... as Community Builder", 0],
  ] as const) {
    test(`a press of ${button} (${nth + 1}) is answered in the same turn, long before the app has loaded`, async ({
      page,
    }) => {
      const { release } = await holdApp(page);
      await page.goto(path);
      const pressed = page.getByRole("button", { name: button, exact: true, includeHidden: true }).nth(nth);
      await expect(pressed).toBeEnabled();
      const shown = await pressed.evaluate((element: HTMLElement) => {
        element.click();
        return element.textContent;
      });
      expect(shown).toBe(sign);
      await expect(page.getByRole("button", { name: sign, exact: true })).toBeDisabled();
      release();
      await expect(pressed).toBeEnabled();
    });
  }

  for (const [path, button, label, isNear] of [
    ["/", "Partner With Us", "Business Name", false],
    ["/support", "Give $50 as Community Builder", "Amount", true],
  ] as const) {
    test(`${button} opens its dialog with scripts that were all requested at once`, async ({ page }) => {
      const { requested, release } = await holdApp(page);
      await page.goto(path);
      const opener = page.getByRole("button", { name: button, exact: true });
      await opener.evaluate((element) => element.scrollIntoView());
      if (isNear) await expect.poll(() => requested.length).toBeGreaterThan(3); // without a press
      await opener.click({ noWaitAfter: true });
      await page.evaluate(() => fetch("/healthz")); // answered after all that was requested before it
      const atOnce = requested.length;
      release();
      await expect(page.getByRole("dialog").getByLabel(label).first()).toBeVisible();
      expect(requested.slice(atOnce)).toEqual([]);
      expect(atOnce).toBeLessThanOrEqual(14);
    });
  }

  test.describe("with a part that cannot be loaded", () => {
    test.use({ expectedInConsole: /./ });

    test("the page says that it could not be shown and offers to try again", async ({ page }) => {
      await page.route("**/assets/partnership-dialog*.js", (route) => route.abort());
      await page.getByRole("button", { name: "Partner With Us" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page could not be shown");
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    });
  });

  test("a press before the app has loaded still opens the dialog", async ({ page }) => {
    await page.route(APP_SCRIPT, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.getByRole("button", { name: "Partner With Us" }).click();
    await expect(page.getByRole("dialog", { name: "Partnership Inquiry" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Partner With Us" })).toBeFocused();
  });

  test("input typed before hydration is kept", async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(APP_SCRIPT, (route) => held.then(() => route.continue()));
    const address = await fill(page);
    await beta(page).check();
    release();
    await expect(region(page)).toBeAttached();
    await expect(firstName(page)).toHaveValue("Amina");
    await expect(email(page)).toHaveValue(address);
    await expect(beta(page)).toBeChecked();
    await expect(page.getByLabel("Email").first()).toHaveValue(address);
  });

  test("F8 loads the notification area and focuses it", async ({ page }) => {
    await page.keyboard.press("F8");
    await expect(region(page)).toBeFocused();
  });

  test.describe("without the app script", () => {
    test.use({ expectedInConsole: /./ });

    test("the browser submits the form natively if the app cannot be loaded", async ({ page }) => {
      await page.route(APP_SCRIPT, (route) => route.abort());
      await fill(page);
      await submit(page).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to the waitlist!");
    });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test.describe("without a name", () => {
    test.use({ expectedInConsole: /400/ });

    test("the page names the missing field and links back", async ({ page }) => {
      await email(page).fill(newAddress());
      await submit(page).click();
      await expect(page.getByText("Please fill in all required fields")).toBeVisible();
      await page.getByRole("link", { name: "Back to the form" }).click();
      await expect(submit(page)).toBeInViewport();
    });
  });
});
