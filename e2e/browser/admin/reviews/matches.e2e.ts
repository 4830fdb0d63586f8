import { editAnswer } from "../../../harness/browser/edit-response.ts";
import { takeIn } from "../../../harness/browser/intakes.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import { openAsNew, toast } from "../../../harness/browser/staff-lists.ts";

const CITY = "Ironwood";
const NAMES = ["Saffron Corner", "Olive Terrace"];

test("a row of a file and the place that it may be are side by side and decided by one key each", async ({
  page,
}) => {
  for (const [n, name] of NAMES.entries()) {
    const place = { name: `${name} Grill`, address: `${12 + 20 * n} Main St`, city: CITY, state: "MI" };
    await postAsStaff("/api/admin/pois", {
      ...{ ...place, category: "restaurant", phone: "906-555-0101" },
      ...{ latitude: 46.45, longitude: -90.17 - n / 100 },
    });
  }
  const rows = NAMES.map((name, n) => ({
    ...{ name: `${name} Grill & Sweets`, address: `${14 + 20 * n} Main St`, city: CITY },
    at: [-90.171 - n / 100, 46.45] as const,
  }));
  await takeIn("alltheplaces", CITY, rows);
  const mine = new Set(rows.map(({ name }) => name));
  await editAnswer(page, "admin.reviews.queue", (json: { items: { name: string }[] }) => {
    const items = json.items.filter(({ name }) => mine.has(name));
    return { ...json, items, total: items.length, next: null };
  });

  await openAsNew(page, "/admin/reviews?kind=match", "partner_manager");
  const pane = page.getByRole("region", { name: "Case" });
  const table = pane.getByRole("table", { name: "Both places" });
  const heading = pane.getByRole("heading", { level: 2, name: "Grill & Sweets" });
  const first = (await heading.textContent()) ?? ""; // both came at the same time
  await expect(table.getByRole("row", { name: /^Name/ })).toContainText("Agrees in part");
  await expect(table.getByRole("row", { name: /^Phone/ })).toContainText("Only listed");
  await expect(table.getByRole("row", { name: /^Category/ })).toContainText("Agrees");
  await expect(table.getByRole("row", { name: /^Position/ })).toContainText("77 m apart");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });
  await page.keyboard.press("s");
  await expect(toast(page)).toContainText("Marked as the same place");
  await expect(heading).not.toHaveText(first);
  await page.keyboard.press("d");
  await expect(toast(page)).toContainText("Marked as different places");
  await expect(page.getByRole("region", { name: "Queue" })).toContainText("No cases are waiting here");

  await page.getByLabel("Show").selectOption("decided");
  const queue = page.getByRole("region", { name: "Queue" });
  await expect(queue.getByText("Different place")).toBeVisible();
  await queue.getByText(first).click();
  await atEverySize(page, async () => {
    await expect(pane).toContainText("You can undo this until");
    await expectAccessible(page);
  });
  await pane.getByRole("button", { name: "Undo the decision" }).click();
  await expect(toast(page)).toContainText("Decision undone");
  await expect(pane.getByRole("button", { name: "Same place" })).toBeVisible();
});
