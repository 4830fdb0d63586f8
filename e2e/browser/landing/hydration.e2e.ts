import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../../harness/browser/screen.ts";
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

interface HeldApp {
  readonly requested: string[];
  /** Lets through what was requested so far. */
  readonly releaseRequested: () => void;
  /** Lets through everything. */
  readonly release: () => void;
}

/** Holds the scripts of the next page, all but its boot script, which is that of this page, and those in `free`. */
async function holdApp(page: Page, free: (url: string) => boolean = () => false): Promise<HeldApp> {
  const requested: string[] = [];
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const boot = (await page.locator("script[src]").getAttribute("src")) ?? "";
  await page.route(APP_SCRIPT, async (route) => {
    const url = route.request().url();
    if (!url.endsWith(boot) && !free(url)) {
      requested.push(url);
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    }
    await route.continue();
  });
  const releaseRequested = () => {
    for (const go of waiting.splice(0)) go();
  };
  const release = () => {
    isOpen = true;
    releaseRequested();
  };
  return { requested, releaseRequested, release };
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
    const { release } = await holdApp(page);
    await page.goto("/");
    const calls = callsTo(page, JOIN_PATH);
    const address = await fill(page);
    await beta(page).check();
    await submit(page).click();
    await expect(page.getByRole("button", { name: "Joining..." })).toBeDisabled();
    await email(page).press("Enter");
    await expect(email(page)).toHaveValue(address);
    expect(calls).toHaveLength(0);
    release();
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

  for (const [path, button, title, label, first] of [
    ["/", "Partner With Us", "Partnership Inquiry", "Business Name", "Business name"],
    ["/support", "Give $50 as Community Builder", "Give as Community Builder", "Amount", "Customer email"],
  ] as const) {
    test(`${button} opens its dialog with scripts that were all requested once the button was seen`, async ({
      page,
    }) => {
      const { requested, releaseRequested, release } = await holdApp(page);
      await page.goto(path);
      const opener = page.getByRole("button", { name: button, exact: true });
      await opener.evaluate((element) => element.scrollIntoView());
      await expect.poll(() => requested.length).toBeGreaterThan(10); // without a press
      await opener.click({ noWaitAfter: true });
      await page.evaluate(() => fetch("/healthz")); // answered after all that was requested before it
      expect(requested.length).toBeLessThanOrEqual(20);
      releaseRequested();
      await expect(page.getByRole("dialog").getByLabel(label).first()).toBeVisible();
      release();
    });

    test(`${button} shows the frame of its dialog while its scripts load`, async ({ page }) => {
      const { release } = await holdApp(page);
      await page.goto(path);
      const opener = page.getByRole("button", { name: button, exact: true });
      await opener.click({ noWaitAfter: true });
      const dialog = page.getByRole("dialog", { name: title });
      await expect(dialog).toBeFocused();
      await expect(dialog.getByRole("heading", { name: title })).toBeVisible();
      release();
      await expect(dialog.getByLabel(label).first()).toBeVisible();
      await expect(dialog).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    });

    test(`${button} takes what is typed before the scripts of its dialog have loaded, and keeps the field`, async ({
      page,
    }) => {
      const { release } = await holdApp(page);
      await page.goto(path);
      await page.getByRole("button", { name: button, exact: true }).click({ noWaitAfter: true });
      const dialog = page.getByRole("dialog", { name: title });
      await expect(dialog).toHaveAttribute("aria-busy", "true");
      await dialog.getByRole("textbox").first().fill("Zaytoun");
      await dialog.getByRole("textbox").nth(1).focus();
      await expectAccessible(page);
      await page.keyboard.type("hi@zay");
      release();
      await expect(dialog).not.toHaveAttribute("aria-busy");
      await expect(dialog).toHaveCount(1);
      const kept = dialog.locator("input:focus");
      await expect(kept).toHaveValue("hi@zay");
      await page.keyboard.type("toun.example");
      await expect(kept).toHaveValue("hi@zaytoun.example");
      await expect(dialog.getByLabel(first, { exact: true })).toHaveValue("Zaytoun");
    });

    test(`${button} opens nothing where the frame of its dialog was dismissed`, async ({ page }) => {
      const { release } = await holdApp(page);
      await page.goto(path);
      const opener = page.getByRole("button", { name: button, exact: true });
      await opener.click({ noWaitAfter: true });
      const dialog = page.getByRole("dialog", { name: title });
      await expect(dialog).toBeFocused();
      await dialog.getByRole("button", { name: /close/i }).click();
      await expect(dialog).toBeHidden();
      release();
      await expect(region(page)).toBeAttached();
      await expect(opener).toBeFocused();
      await expect(dialog).toHaveCount(0);
      await opener.click();
      await expect(dialog.getByLabel(label).first()).toBeVisible();
    });
  }

  test("a form is sent before the app has loaded, once, and its card takes the place of the form", async ({
    page,
  }) => {
    const start = await page.locator("#root").getAttribute("data-modules");
    const [first = ""] = start?.split(" ") ?? [];
    const { release } = await holdApp(page, (url) => !url.endsWith(first));
    await page.goto("/");
    const calls = callsTo(page, JOIN_PATH);
    const address = await fill(page);
    await submit(page).click();
    await expect.poll(() => calls.length).toBe(1);
    await expect(page.getByRole("button", { name: "Joining..." })).toBeDisabled();
    release();
    await expect(toast(page)).toContainText("Welcome to the waitlist!");
    await expect(page.getByRole("region", { name: /^You are on the list/ })).toContainText(address);
    expect(calls).toHaveLength(1);
  });

  test("a search of places does not wait for the app", async ({ page }) => {
    await holdApp(page);
    await page.goto("/");
    await page.getByLabel("A name, a dish or a city").fill("grill dearborn");
    await page.getByRole("search").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/places?q=grill+dearborn");
  });

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
