import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../harness/browser/screen.ts";
import { region } from "../harness/browser/waitlist-card.ts";

// The document itself is the failed resource.
test.use({ expectedInConsole: /status of 404/ });

for (const path of ["/nowhere", "/admin/nowhere/at-all", "/index.html", "/a//b", "/%E0%A4%A", "//nowhere"]) {
  test(`${path} responds with 404 and the not-found page`, async ({ page, baseURL }) => {
    const answer = await page.goto(`${baseURL}${path}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
    await page.keyboard.press("F8");
    await expect(region(page)).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  });
}

test("the not-found page links to the landing page", async ({ page }) => {
  await page.goto("/nowhere");
  await page.getByRole("main").getByRole("link").click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Join Waitlist" }).first()).toBeVisible();
});

test("an unknown asset responds without an HTML page", async ({ request }) => {
  const answer = await request.get("/assets/none.js");
  expect(answer.status()).toBe(404);
  expect(answer.headers()["content-type"]).toContain("text/plain");
});

test("the not-found page is well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/nowhere");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Page Not Found · /);
    await expectAccessible(page);
  });
});
