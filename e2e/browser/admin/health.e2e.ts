import { refuse } from "../../harness/browser/refuse.ts";
import {
  atEverySize,
  DESKTOP,
  expect,
  expectAccessible,
  expectGoodScreen,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";

import { list, open, toast } from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/health";

test.use({ viewport: PHONE });
test.describe.configure({ mode: "serial" }); // the deep checks run once at a time

test("a super admin reads what is in order and what is not, and runs the deep checks", async ({ page }) => {
  await open(page, PATH);
  const card = list(page, "Checks");
  const findings = card.getByRole("listitem");
  await expect(findings.filter({ hasText: "The schema is up to date." })).toContainText("OK");
  const backups = findings.filter({ hasText: "No backups are made." });
  await expect(backups).toContainText("Warning");
  await expect(backups).toContainText("Set BACKUP_CRON");
  await expect(card).toContainText("Quick checks of");
  await expect(findings.filter({ hasText: "evidence store" })).toHaveCount(0);
  const jobs = list(page, "Background jobs");
  const sweep = jobs.getByRole("row").filter({ hasText: "operator.maintenance.sweep" });
  await expect(sweep).toContainText("None"); // of its runs failed
  await expectGoodScreen(page, /Health/);

  await card.getByRole("button", { name: "Run the deep checks" }).click();
  await expect(findings.filter({ hasText: "evidence store" })).toContainText(
    "takes, returns and deletes files",
  );
  await expect(card).toContainText("Deep checks of");
  await expect(page.getByRole("heading", { name: "Checks" })).toBeFocused();
  await atEverySize(page, () => expectAccessible(page));

  await card.getByRole("button", { name: "Check again" }).click();
  await expect(card).toContainText("Quick checks of");
  await expect(findings.filter({ hasText: "evidence store" })).toHaveCount(0);
});

test.describe("while another super admin runs them", () => {
  test.use({ expectedInConsole: /409/ });

  test("the deep checks are refused in words, and the quick ones stay", async ({ page }) => {
    const sentence = "The deep checks are running already: wait for their end";
    await page.route("**/trpc/admin.health.deep**", (route) =>
      refuse(route, { status: 409, code: "CONFLICT", sentence }),
    );
    await open(page, PATH);
    await page.getByRole("button", { name: "Run the deep checks" }).click();
    await expect(toast(page)).toContainText(sentence);
    await expect(list(page, "Checks")).toContainText("Quick checks of");
  });
});

test("an admin finds Health neither in the rail nor by its address", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await open(page, PATH, "admin");
  const rail = page.getByRole("navigation", { name: "Back office" });
  await expect(rail.getByRole("link", { name: "Audit" })).toBeVisible();
  await expect(rail.getByRole("link", { name: "Health" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Run the deep checks" })).toHaveCount(0);
});
