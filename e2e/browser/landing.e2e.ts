import { expect, expectNoBarriers, expectWellFormed, SCHEMES, SIZES, test } from "./screen.ts";
import { firstName, submit, toast } from "./waitlist-card.ts";

const TITLE = /^The way there, by way of what matters · /;

test.beforeEach(async ({ page }) => {
  await page.goto("/");
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
