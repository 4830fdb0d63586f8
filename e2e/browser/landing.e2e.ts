import { type Page, type Request, type Route } from "@playwright/test";
import { expect, expectNoBarriers, expectWellFormed, SCHEMES, SIZES, test } from "./screen.ts";

const TITLE = /^The way there, by way of what matters · /;
const JOIN_CALL = "**/trpc/public.waitlist.join**";
const APP_SCRIPT = "**/assets/main-*.js";

const nobody = () => `visitor-${crypto.randomUUID()}@example.com`;
const firstName = (page: Page) => page.getByLabel("First name");
const email = (page: Page) => page.getByRole("textbox", { name: "Email" });
const beta = (page: Page) => page.getByLabel("Yes, I want exclusive beta access!");
const submit = (page: Page) => page.getByRole("button", { name: "Join Waitlist" });
const toast = (page: Page) => page.getByRole("status");

async function fill(page: Page, address = nobody()): Promise<string> {
  await firstName(page).fill("Amina");
  await email(page).fill(address);
  return address;
}

function callsTo(page: Page, part: string): Request[] {
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes(part)) calls.push(request);
  });
  return calls;
}

/** The wire form of a refused call. */
const refuse = (status: number, sentence: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: "application/json",
    body: JSON.stringify([
      { error: { json: { message: sentence, code: -32_600, data: { code: "CONFLICT", httpStatus: status } } } },
    ]),
  });

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test.describe("the waitlist card", () => {
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
    const calls = callsTo(page, "waitlist.join");
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
      const calls = callsTo(page, "waitlist.join");
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
    const calls = callsTo(page, "waitlist.join");
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
});

test.describe("before the page has come to life", () => {
  test("little JavaScript is sent until a person does something", async ({ page }) => {
    const scripts: number[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith(".js")) scripts.push((await response.request().sizes()).responseBodySize);
    });
    await page.reload({ waitUntil: "networkidle" });
    expect(scripts).toHaveLength(1);
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000);
  });

  test("a form that is sent is held, and sent once the app is there", async ({ page }) => {
    const calls = callsTo(page, "waitlist.join");
    await page.route(APP_SCRIPT, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    const address = await fill(page);
    await beta(page).check();
    await submit(page).click();
    await submit(page).click();
    await expect(email(page)).toHaveValue(address);
    await expect(toast(page)).toContainText("Welcome to the waitlist!");
    expect(new URL(page.url()).pathname).toBe("/");
    expect(calls).toHaveLength(1);
    expect(calls[0]?.postData()).toContain(address);
    expect(calls[0]?.postData()).toContain('"isBetaTester":true');
  });

  test("what was typed is still there once the app is", async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(APP_SCRIPT, (route) => held.then(() => route.continue()));
    const address = await fill(page);
    await beta(page).check();
    release();
    await expect(page.getByRole("region", { name: /Notifications/ })).toBeAttached();
    await expect(firstName(page)).toHaveValue("Amina");
    await expect(email(page)).toHaveValue(address);
    await expect(beta(page)).toBeChecked();
  });

  test("F8 brings the notification area and focuses it", async ({ page }) => {
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: /Notifications/ })).toBeFocused();
  });

  test.describe("and never will", () => {
    test.use({ expectedInConsole: /./ });

    test("the form is sent the plain way where the app cannot be loaded", async ({ page }) => {
      await page.route(APP_SCRIPT, (route) => route.abort());
      await fill(page);
      await submit(page).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to the waitlist!");
    });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form is answered with a page", async ({ page }) => {
    await fill(page);
    await beta(page).check();
    await submit(page).click();
    await expect(page).toHaveURL(/\/waitlist$/);
    await expectNoSecondForm(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to the waitlist!");
  });

  test.describe("and without a name", () => {
    test.use({ expectedInConsole: /400/ });

    test("the page says what is missing and leads back", async ({ page }) => {
      await email(page).fill(nobody());
      await submit(page).click();
      await expect(page.getByText("Please fill in all required fields")).toBeVisible();
      await page.getByRole("link", { name: "Back to the form" }).click();
      await expect(submit(page)).toBeVisible();
    });
  });

  async function expectNoSecondForm(page: Page): Promise<void> {
    await expect(page.locator("form")).toHaveCount(0);
  }
});

test("links of the bar lead to the card", async ({ page }) => {
  await page.getByRole("banner").getByRole("link", { name: "Join Waitlist" }).click();
  await expect(firstName(page)).toBeInViewport();
});

test("the document holds no inline script or style, and says where it lives", async ({ page, request }) => {
  const answer = await request.get("/");
  const html = await answer.text();
  expect(html).not.toMatch(/ style=|<style|<script(?![^>]* src=)[^>]*>/);
  expect(answer.headers()["content-security-policy"]).toContain("default-src 'none'");
  await expect(page.locator("meta[property='og:url']")).toHaveAttribute("content", /^https?:\/\/[^/]+\/$/);
  const image = await page.locator("meta[property='og:image']").getAttribute("content");
  expect((await request.get(new URL(image ?? "").pathname)).headers()["content-type"]).toBe("image/png");
});

for (const colorScheme of SCHEMES) {
  for (const viewport of SIZES) {
    test.describe(`${colorScheme} at ${viewport.width}`, () => {
      test.use({ colorScheme, viewport, contextOptions: { reducedMotion: "reduce" } });

      test("is well formed and has no barriers", async ({ page }) => {
        await expectWellFormed(page, TITLE);
        await expectNoBarriers(page);
        await submit(page).click();
        await expect(toast(page)).toBeVisible();
        await expectWellFormed(page, TITLE);
        await expectNoBarriers(page);
      });
    });
  }
}
