import { seconds } from "../../../../src/shared/duration.ts";
import { expect, test } from "../../../harness/browser/screen.ts";
import { open } from "../../../harness/browser/staff-lists.ts";

test("a search typed just before a link is pressed does not bring its screen back", async ({ page }) => {
  await page.clock.install();
  await open(page, "/admin/waitlist");
  const search = page.getByRole("searchbox");
  await expect(search).toBeVisible();
  const loading = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.clock.pauseAt(Date.now() + seconds(60));
  await search.fill("Hana");
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page).toHaveURL("/admin/broadcasts");
  await page.clock.runFor(500); // the typing has ended, and the old screen is still there
  await expect(search).toHaveValue("Hana");
  loading.resolve();
  await page.clock.resume();
  await expect(page.getByRole("heading", { name: "Broadcasts", level: 1 })).toBeVisible();
  await expect(page).toHaveURL("/admin/broadcasts");
});
