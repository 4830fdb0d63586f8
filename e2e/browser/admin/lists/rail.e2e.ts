import { expect, test } from "../../../harness/browser/screen.ts";
import { open } from "../../../harness/browser/staff-lists.ts";

test("at 1440 px a super admin sees every screen in the rail, and on a low screen the log-out button too", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await open(page, "/admin/health");
  const links = page.getByRole("navigation", { name: "Back office" }).getByRole("link");
  const logOut = page.getByRole("button", { name: "Logout" });
  await expect(links.first()).toBeInViewport({ ratio: 1 });
  await expect(links.last()).toBeInViewport({ ratio: 1 });
  await expect(logOut).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1_440, height: 600 });
  await expect(logOut).toBeInViewport({ ratio: 1 });
  await links.last().focus();
  await expect(links.last()).toBeInViewport({ ratio: 0.99 }); // a scrolled pixel is cut in halves
});

test("at 390 px the sign that copies a list as a command stays next to a long title", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/admin/inquiries");
  const title = await page.getByRole("heading", { name: "Partnership inquiries" }).boundingBox();
  const sign = await page.getByRole("button", { name: "Copy as command" }).first().boundingBox();
  expect(sign?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
});
