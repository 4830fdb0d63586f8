import { expect, expectGoodScreen, PHONE, test } from "../harness/browser/screen.ts";
import { region } from "../harness/browser/waitlist-card.ts";

// The document itself is the failed resource.
test.use({ viewport: PHONE, expectedInConsole: /status of 404/ });

test("every unknown path responds with 404 and the not-found page, which leads to the landing page", async ({
  page,
  baseURL,
}) => {
  for (const path of [
    "/admin/nowhere/at-all",
    "/index.html",
    "/a//b",
    "/%E0%A4%A",
    "//nowhere",
    "/nowhere",
  ]) {
    const answer = await page.goto(`${baseURL}${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
    await page.keyboard.press("F8");
    await expect(region(page)).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  }
  await expectGoodScreen(page, /^Page Not Found · /);
  await page.getByRole("main").getByRole("link").click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Join Waitlist" }).first()).toBeVisible();
});

test("an unknown asset responds without an HTML page", async ({ request }) => {
  const answer = await request.get("/assets/none.js");
  expect(answer.status()).toBe(404);
  expect(answer.headers()["content-type"]).toContain("text/plain");
});
