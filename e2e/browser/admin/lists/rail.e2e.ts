import type { Page } from "@playwright/test";
import { editAnswer } from "../../../harness/browser/edit-response.ts";
import { expect, expectAccessible, test } from "../../../harness/browser/screen.ts";
import { addInquiry, open, openAsNew, someName } from "../../../harness/browser/staff-lists.ts";

const rail = (page: Page) => page.getByRole("navigation", { name: "Back office" });
const ROOMS = ["Home", "Inbox", "Directory", "People", "Messages", "Gifts", "Settings"];

test("at 1,280 x 720 a super admin sees all seven rooms and the screens of one, without scrolling", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_280, height: 720 });
  await openAsNew(page, "/admin/health");
  for (const name of ROOMS)
    await expect(rail(page).getByRole("link", { name, exact: false }).first()).toBeInViewport({ ratio: 1 });
  const health = rail(page).getByRole("link", { name: "Health" });
  await expect(health).toBeInViewport({ ratio: 1 });
  await expect(health).toHaveAttribute("aria-current", "page");
  await expect(rail(page).getByRole("link", { name: "Waitlist" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Logout" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test("a room leads to its first screen and unfolds; the one that was unfolded last stays so", async ({
  page,
}) => {
  await open(page, "/admin");
  const fold = rail(page).getByRole("button", { name: "Settings pages" });
  await fold.click();
  await expect(rail(page).getByRole("link", { name: "Audit" })).toBeVisible();
  await page.reload();
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await rail(page).getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Broadcasts" })).toBeVisible();
  await expect(rail(page).getByRole("link", { name: "Emails" })).toBeVisible();
  await expect(rail(page).getByRole("link", { name: "Audit" })).toBeHidden();
});

test("a room counts what waits in it", async ({ page }) => {
  await addInquiry(someName("Zaytoun"));
  await open(page, "/admin/inquiries");
  await expect(rail(page).getByRole("link", { name: /^Inquiries \d+ waiting$/ })).toBeVisible();
  await rail(page).getByRole("button", { name: "Inbox pages" }).click();
  await expect(rail(page).getByRole("link", { name: /^Inbox \d+ waiting$/ })).toBeVisible();
});

test("the kinds of cases that wait have links of their own, and all are in sight at 1,280 x 720", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_280, height: 720 });
  await editAnswer(page, "admin.reviews.waiting", (json: { cases: object }) => ({
    ...json,
    cases: Object.fromEntries(
      Object.keys(json.cases).map((kind, at) => [
        kind,
        { count: kind === "transfer" ? 0 : at + 1, late: 0, dueBy: null },
      ]),
    ),
  }));
  await open(page, "/admin/reviews");
  const link = (name: RegExp) => rail(page).getByRole("link", { name });
  for (const name of [
    /^Inquiries/,
    /^Reviews 51 waiting$/,
    /^Claims 1 waiting$/,
    /^Requests 2/,
    /^Changes 3/,
  ])
    await expect(link(name)).toBeInViewport({ ratio: 1 });
  for (const name of [
    /^Readings 5/,
    /^New certificates 6/,
    /^Photos 7/,
    /^Reports 8/,
    /^Suggestions 9/,
    /^Matches 10/,
    /^Settings/,
  ])
    await expect(link(name)).toBeInViewport({ ratio: 1 });
  await expect(link(/^Transfers/)).toHaveCount(0);
  await expect(link(/^Reviews/)).toHaveAttribute("aria-current", "page");
  await link(/^Changes/).click();
  await expect(page).toHaveURL(/kind=proposal/);
  await expect(page.getByLabel("Kind")).toHaveValue("proposal");
  await expect(link(/^Changes/)).toHaveAttribute("aria-current", "page");
  await expect(link(/^Reviews/)).not.toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("button", { name: "Logout" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test("at 390 px the bar has the rooms of every day, More the others, and a screen leads to its neighbors", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/admin/issuers");
  for (const name of ["Home", "Inbox", "Directory", "People"])
    await expect(rail(page).getByRole("link", { name })).toBeVisible();
  await expect(rail(page).getByRole("link", { name: "Gifts" })).toBeHidden();
  await page.getByRole("navigation", { name: "Directory" }).getByRole("link", { name: "Cities" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cities" })).toBeVisible();
  await page.goto("/admin/reviews?kind=claim");
  const inbox = page.getByRole("navigation", { name: "Inbox" });
  await expect(inbox.getByRole("link", { name: "Reviews" })).toHaveAttribute("aria-current", "page");
  await rail(page).getByRole("button", { name: "More" }).click();
  await expectAccessible(page);
  await rail(page).getByRole("link", { name: "Gifts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gifts" })).toBeVisible();
});

test("the rail stays while the code of the next screen loads", async ({ page }) => {
  await open(page, "/admin");
  await expect(page.getByText("Needs attention now")).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await rail(page).getByRole("link", { name: "Gifts" }).click();
  await expect(page.getByRole("heading", { name: "One moment" })).toBeAttached();
  await expect(rail(page).getByRole("link", { name: "Directory" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  held.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Gifts" })).toBeVisible();
});
