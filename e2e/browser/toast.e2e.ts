import type { Page } from "@playwright/test";
import { choose, give } from "../harness/browser/gifts.ts";
import { open as openInquiry, send } from "../harness/browser/partnership-dialog.ts";
import { expect, MOVING, SIZES, test } from "../harness/browser/screen.ts";
import { email, firstName, region, submit, toast } from "../harness/browser/waitlist-card.ts";

async function showToast(page: Page): Promise<void> {
  await submit(page).click();
  await expect(toast(page)).toContainText("Please fill in all required fields");
  // The click left the pointer where a toast may stand, which would pause it.
  await page.mouse.move(5, 300);
}

async function swipe(page: Page, distance: number): Promise<void> {
  const box = await toast(page).boundingBox();
  if (!box) throw new Error("No toast to swipe");
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 40 + distance, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
}

test.use(MOVING);

test.describe("with a fake clock", () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await showToast(page);
  });

  test("a toast closes by itself after five seconds", async ({ page }) => {
    await page.clock.runFor(4_000);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(1_600);
    await expect(toast(page)).toHaveCount(0);
  });

  test("a toast stays open while the pointer is over it", async ({ page }) => {
    await toast(page).hover();
    await page.clock.runFor(9_000);
    await expect(toast(page)).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.runFor(5_600);
    await expect(toast(page)).toHaveCount(0);
  });

  test("a toast stays open while the notification area has the focus, and closes later", async ({ page }) => {
    await page.keyboard.press("F8");
    await expect(region(page)).toBeFocused();
    await page.clock.runFor(9_000);
    await expect(toast(page)).toBeVisible();
    await email(page).focus();
    await page.clock.runFor(5_600);
    await expect(toast(page)).toHaveCount(0);
  });
});

test.describe("an open toast", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/");
    await showToast(page);
  });

  test("a newer toast replaces an open one, so that there is never more than one", async ({ page }) => {
    await firstName(page).fill("Amina");
    await email(page).fill("none");
    await submit(page).click();
    await expect(toast(page)).toHaveText(/Please enter a valid email address/);
    await expect(toast(page)).toHaveCount(1);
  });

  test("a toast is inside a polite live region", async ({ page }) => {
    await expect(region(page)).toHaveAttribute("aria-live", "polite");
    await expect(region(page).getByRole("status")).toHaveCount(1);
  });

  test("a toast closes on its button and on Escape", async ({ page }) => {
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    await expect(toast(page)).toHaveCount(0);
    await showToast(page);
    await toast(page).focus();
    await page.keyboard.press("Escape");
    await expect(toast(page)).toHaveCount(0);
  });

  test("a toast can be reached by F8 and Tab", async ({ page }) => {
    await page.keyboard.press("F8");
    await expect(region(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(toast(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Dismiss notification" })).toBeFocused();
  });

  test("a toast stays after a swipe of 30 px to the right and closes after 60 px", async ({ page }) => {
    await swipe(page, 30);
    await expect(toast(page)).toBeVisible();
    await expect(toast(page)).toHaveAttribute("data-state", "open");
    await swipe(page, 60);
    await expect(toast(page)).toHaveCount(0, { timeout: 1_500 });
  });

  test("a swipe selects no text", async ({ page }) => {
    await swipe(page, 30);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  });

  test("a toast cannot be swiped to the left", async ({ page }) => {
    await swipe(page, -120);
    await expect(toast(page)).toHaveAttribute("data-state", "open");
  });
});

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("a toast stays in its corner, also after scrolling and over a dialog", async ({ page }) => {
      await page.goto("/");
      await showToast(page);
      await expectInCorner(page, viewport);
      await page.mouse.wheel(0, 300);
      await expectInCorner(page, viewport);
      await page.goto("/support");
      await choose(page);
      await give(page).click();
      await expectInCorner(page, viewport);
    });

    test("the page and an open dialog do not move for a toast", async ({ page }) => {
      await page.goto("/");
      await openInquiry(page);
      const places = () =>
        page.evaluate(() =>
          ["header", "main", "[role=dialog]"].map(
            (part) => document.querySelector(part)?.getBoundingClientRect().y,
          ),
        );
      await send(page).click();
      await expect(toast(page)).toBeVisible();
      const during = await places();
      await page.getByRole("button", { name: "Dismiss notification" }).click();
      await expect(toast(page)).toHaveCount(0);
      expect(await places()).toEqual(during);
    });

    test("a toast takes no clicks beside it, and leaves the button of a form free", async ({ page }) => {
      await page.goto("/");
      await openInquiry(page);
      await send(page).click();
      await expect(toast(page)).toBeVisible();
      await send(page).click({ timeout: 2_000 });
    });
  });
}

/** At the top of a phone, else at the bottom end, 16 px from the edges. */
async function expectInCorner(page: Page, window: { width: number; height: number }): Promise<void> {
  const edges = () =>
    toast(page).evaluate((each) => {
      const { top, right, bottom } = each.getBoundingClientRect();
      return { top: Math.round(top), right: Math.round(right), bottom: Math.round(bottom) };
    });
  const isPhone = window.width <= 640;
  await expect
    .poll(edges)
    .toMatchObject({ right: window.width - 16, ...(isPhone ? { top: 16 } : { bottom: window.height - 16 }) });
}
