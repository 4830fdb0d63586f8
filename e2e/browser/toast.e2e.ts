import type { Page } from "@playwright/test";
import { minutes } from "../../src/shared/duration.ts";
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

test("a toast closes by itself after five seconds, but not while it is pointed at or has the focus", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await showToast(page);
  const { x = 0, y = 0 } = (await toast(page).boundingBox()) ?? {};
  await page.clock.pauseAt(Date.now() + minutes(10)); // from here on, a slow machine takes none of a toast's time
  await page.clock.runFor(5_600);
  await expect(toast(page)).toHaveCount(0);

  async function showAgain(): Promise<void> {
    await submit(page).evaluate((button: HTMLElement) => button.click());
    await page.clock.runFor(200);
    await expect(toast(page)).toBeVisible();
  }

  await showAgain();
  await page.clock.runFor(4_000);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1_600);
  await expect(toast(page)).toHaveCount(0);

  await showAgain();
  await toast(page).hover();
  await page.clock.runFor(9_000);
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(5_600);
  await expect(toast(page)).toHaveCount(0);

  await showAgain();
  await page.keyboard.press("F8");
  await expect(region(page)).toBeFocused();
  await page.clock.runFor(9_000);
  await expect(toast(page)).toBeVisible();
  await email(page).focus();
  await page.clock.runFor(5_600);
  await expect(toast(page)).toHaveCount(0);

  await page.mouse.move(x + 40, y + 40);
  await showAgain(); // under a pointer at rest, where no one reads it
  await page.clock.runFor(5_600);
  await expect(toast(page)).toHaveCount(0);
});

test.describe("an open toast", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/");
    await showToast(page);
  });

  test("a newer toast replaces an open one in a polite live region, and closes on its button and on Escape", async ({
    page,
  }) => {
    await firstName(page).fill("Amina");
    await email(page).fill("none");
    await submit(page).click();
    await expect(toast(page)).toHaveText(/Please enter a valid email address/);
    await expect(toast(page)).toHaveCount(1);
    await expect(region(page)).toHaveAttribute("aria-live", "polite");
    await expect(region(page).getByRole("status")).toHaveCount(1);
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    await expect(toast(page)).toHaveCount(0);
    await submit(page).click();
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

  test("a toast stays after a swipe of 30 px to the right or one to the left, and closes after 60 px", async ({
    page,
  }) => {
    await swipe(page, 30);
    await expect(toast(page)).toHaveAttribute("data-state", "open");
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(""); // a swipe selects no text
    await swipe(page, -120);
    await expect(toast(page)).toHaveAttribute("data-state", "open");
    await swipe(page, 60);
    await expect(toast(page)).toHaveCount(0, { timeout: 1_500 });
  });
});

test("a toast stays in its corner at 390 and 1440 px, also after scrolling and over a dialog", async ({
  page,
}) => {
  await page.goto("/");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await showToast(page);
    await expectInCorner(page, size);
    await page.mouse.wheel(0, 300);
    await expectInCorner(page, size);
  }
  await page.goto("/support");
  await choose(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await give(page).click();
    await expectInCorner(page, size);
  }
});

test("neither the page nor an open dialog moves for a toast, which takes no clicks beside it", async ({
  page,
}) => {
  await page.goto("/");
  await openInquiry(page);
  const places = () =>
    page.evaluate(() =>
      ["header", "main", "[role=dialog]"].map(
        (part) => document.querySelector(part)?.getBoundingClientRect().y,
      ),
    );
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await send(page).click();
    await expect(toast(page)).toBeVisible();
    const during = await places();
    await send(page).click({ timeout: 2_000 });
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    await expect(toast(page)).toHaveCount(0);
    expect(await places()).toEqual(during);
  }
});

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
