import { expect, expectAccessible, MOVING, test } from "../../harness/browser/screen.ts";

const ENTRIES = ["different", "carplay", "maps", "pricing", "coverage", "suggest", "features", "contact"];

test.use(MOVING);

test("every FAQ entry has a URL that opens it below the bar", async ({ page }) => {
  for (const [n, id] of ENTRIES.entries()) {
    if (n < 3) await page.goto("about:blank"); // the others are opened on the open page
    await page.goto(`/#faq-${id}`);
    const entry = page.locator(`#faq-${id}`);
    await expect(entry).toHaveAttribute("open", "");
    await expect(entry.getByRole("paragraph")).toBeInViewport();
    const bar = await page.getByRole("banner").boundingBox();
    expect((await entry.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    await page.waitForTimeout(400);
    await expect(page).toHaveURL(`/#faq-${id}`);
  }
});

test("an FAQ entry opens and closes by keyboard before and after hydration", async ({ page }) => {
  await page.goto("/");
  const entry = page.locator("#faq-carplay");
  const head = entry.locator("summary");
  for (let round = 0; round < 2; round += 1) {
    await head.focus();
    await page.keyboard.press("Enter");
    await expect(entry.getByText("Not at launch.")).toBeVisible();
    await page.keyboard.press("Space");
    await expect(entry.getByText("Not at launch.")).toBeHidden();
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: /Notifications/ })).toBeFocused();
  }
});

test("the FAQ has eight entries, all closed, which have no accessibility violations once they are open", async ({
  page,
}) => {
  await page.goto("/");
  const entries = page.locator("#faq details");
  expect(await entries.evaluateAll((all) => all.map((each) => each.id))).toEqual(
    ENTRIES.map((id) => `faq-${id}`),
  );
  await expect(page.locator("#faq details[open]")).toHaveCount(0);
  for (const id of ENTRIES) await page.locator(`#faq-${id} summary`).click();
  await page.evaluate(() => scrollTo(0, 0)); // else the bar may cover a part of an entry, which axe takes for a small target
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a URL shows its FAQ entry, and every entry opens", async ({ page }) => {
    await page.goto("/#faq-carplay");
    await expect(page.getByText("Not at launch.")).toBeVisible();
    await page.locator("#faq-maps summary").click();
    await expect(page.getByText(/From third-party map services/)).toBeVisible();
  });
});
