import type { Page } from "@playwright/test";
import { editAnswer } from "../../harness/browser/edit-response.ts";
import { importPlaces } from "../../harness/browser/places.ts";
import { refuse } from "../../harness/browser/refuse.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { act, list, open, rowOf, someName, toast } from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/sync";
const MADE_WITHIN = 90_000; // milliseconds: the first run creates the main database
/** Opens the menu of the newest run and selects an action. */
async function actOnRun(page: Page, action: string): Promise<void> {
  const runs = page.getByRole("table", { name: /^Runs of the sync/ });
  await runs
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Inside Michigan, as a position in another state is left out. */
const anywhere = (): [number, number] => [-83.8 - Math.random() * 1.7, 42.4 + Math.random() * 2];

/** Changes what the server says of the statistics, and nothing else of the answer. */
async function withStats(page: Page, change: object): Promise<void> {
  await page.route("**/trpc/*sync.stats*", async (route) => {
    const answer = await route.fetch();
    const calls = (await answer.json()) as { result: { data: { json: Record<string, unknown> } } }[];
    for (const { result } of calls)
      if ("totalPois" in result.data.json) Object.assign(result.data.json, change);
    await route.fulfill({ response: answer, json: calls });
  });
}

/** The list of failed places has these alone: places of other tests fail too, and a page of the list is short. */
async function showOnly(page: Page, ...names: readonly string[]): Promise<void> {
  await editAnswer(page, "sync.errors", (json: { readonly items: readonly { readonly name: string }[] }) => {
    const items = json.items.filter((item) => names.includes(item.name));
    return { items, total: items.length, next: null };
  });
}

async function deletePlaces(page: Page, name: string): Promise<void> {
  const found = await page.request.get("/api/admin/pois", { params: { q: name } });
  for (const { id } of (await found.json()) as { readonly id: string }[])
    expect((await page.request.delete(`/api/admin/pois/${id}`)).status()).toBe(200);
}

test.describe.configure({ mode: "serial" }); // one run at a time over the whole server

test("the sync screen explains the sync, its health and its matching", async ({ page }) => {
  await open(page, PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Database Sync");
  for (const label of ["Total POIs", "Synced", "Pending", "Errors"]) {
    await expect(list(page, "Places").getByText(label, { exact: true })).toBeVisible();
  }
  const health = list(page, "Sync health");
  for (const label of ["Status", "Success Rate", "Last Sync", "Avg Sync Time"]) {
    await expect(health.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(
    page.getByText(/maps-service place identifier first.*coordinates are the fallback/),
  ).toBeVisible();
  await expect(button(page, "Refresh Stats")).toBeVisible();
});

test("staff can run the sync, see its result and retry a failed place", async ({ page }) => {
  test.slow();
  const [good, doubtful] = [someName("Found"), someName("Nowhere")];
  await importPlaces([{ name: good, at: anywhere() }, { name: doubtful }]);
  await showOnly(page, doubtful);
  await open(page, PATH);
  await button(page, "Sync Now").click();
  await expect(toast(page)).toContainText("Sync Complete", { timeout: MADE_WITHIN });
  await expect(button(page, "Sync Now")).toBeFocused();
  const result = list(page, "Last Sync Result");
  await expect(result).toContainText("Failed"); // one place could not be matched
  await expect(result.getByRole("region", { name: "Details, errors first" })).toContainText(doubtful);
  await expect(result.getByRole("listitem").first()).toContainText("error");
  await expect(rowOf(page, doubtful)).toContainText("Tried again with the next run");
  const reload = Promise.withResolvers<void>();
  await page.route("**/trpc/*sync.errors*", (route) => reload.promise.then(() => route.fallback()));
  await act(page, doubtful, "Retry");
  await expect(toast(page)).toContainText("1 place will be retried in the next run");
  await button(page, "Refresh Stats").focus();
  reload.resolve();
  await expect(rowOf(page, doubtful)).toHaveCount(0);
  await expect(button(page, "Refresh Stats")).toBeFocused(); // the reload takes no focus from the user
  const runs = page.getByRole("table", { name: /^Runs of the sync/ });
  await expect(runs.getByRole("row").nth(1)).toContainText("Partly done");
  await actOnRun(page, "Show");
  await expect(page.getByRole("dialog")).toContainText(doubtful);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await button(page, "More ways to run").click();
  await page.getByRole("menuitem", { name: "Dry run" }).click();
  await expect(runs.getByRole("row").nth(1)).toContainText("dry run");
});

test("staff can undo a run, and the last result is still there after a reload", async ({ page }) => {
  test.slow();
  const name = someName("Regretted");
  await importPlaces([{ name, at: anywhere() }]);
  await showOnly(page, name);
  await open(page, PATH);
  await button(page, "Sync Now").click();
  await expect(toast(page)).toContainText("Sync Complete", { timeout: MADE_WITHIN });
  await page.reload();
  await expect(list(page, "Last Sync Result")).toContainText(/[1-9]\d* places? (was|were) synced/);
  const runs = page.getByRole("table", { name: /^Runs of the sync/ });
  await actOnRun(page, "Undo");
  const question = page.getByRole("dialog");
  await expect(question).toContainText(/that the run added would be deleted/);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Undo run" }).click();
  await expect(toast(page)).toContainText("Undo Complete");
  await expect(runs.getByRole("row").nth(1)).toContainText("undo");
  await expect(runs.getByRole("row").nth(2)).toContainText("undone");
  await expect(rowOf(page, name)).toContainText("The run that sent it was undone.");
});

test("staff compare places that failed with their rows, and decide", async ({ page }) => {
  test.slow();
  const [first, at] = [someName("Twice"), anywhere()];
  const [twin, corner] = [someName("Twin"), anywhere()];
  const name = `${first} Grill`;
  const rows = ["Grill", "GRILL"].map((word) => ({
    name: `${twin} ${word}`,
    at: corner,
    placeId: `${twin} ${word}`,
  }));
  await importPlaces([{ name: first, at }, ...rows]);
  await open(page, PATH);
  await button(page, "Sync Now").click();
  await expect(toast(page)).toContainText("Sync Complete", { timeout: MADE_WITHIN });
  await deletePlaces(page, twin); // the next run leaves two rows without a place
  await importPlaces([
    { name, at },
    { name: twin, at: corner },
  ]);
  await showOnly(page, name, twin);
  await page.reload();
  const dialog = page.getByRole("dialog");
  const failedRow = list(page, "Places that failed").getByRole("row").filter({ hasText: name });
  await button(page, "Sync Now").click();
  await expect(rowOf(page, name)).toContainText("already linked");
  await act(page, name, "Compare");
  await expect(dialog).toContainText("cannot be taken");
  await expect(dialog.getByRole("row", { name: /^Address/ })).toContainText(/1 Main\w+ Street/);
  await expect(dialog.getByRole("row", { name: /^Halal status/ })).toContainText("Not verified");
  await atEverySize(page, () => expectAccessible(page));
  await button(page, "Make a new one").click();
  await expect(toast(page)).toContainText(`${name} gets a new row`);
  await expect(failedRow).toHaveCount(0);
  await page.getByRole("link", { name: "Earlier decisions" }).click();
  const entries = page.getByRole("table", { name: /audit/i });
  await entries.getByRole("link", { name }).first().click();
  await expect(dialog).toContainText("decided on a new row for this place. The next run follows that.");
  await atEverySize(page, () => expectAccessible(page));
  await button(page, "Take back").click();
  await expect(toast(page)).toContainText("The decision was taken back");
  await act(page, name, "Compare");
  await button(page, "Leave it").click();
  await expect(toast(page)).toContainText(`${name} is left until it changes`);
  await expect(failedRow).toContainText("decided to leave it");
  await expect(page.getByRole("heading", { name: "Places that failed" })).toBeFocused();
  let decided = "";
  const takeSecond = async () => {
    await act(page, twin, "Compare");
    await expect(dialog).toContainText("2 rows of the main database may be the place");
    decided = page.url();
    await dialog.getByRole("button", { name: "Take this one" }).nth(1).click();
    await expect(toast(page)).toContainText(`${twin} will be linked`);
    await expect(rowOf(page, twin)).toHaveCount(0);
  };
  await takeSecond();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("The decision was taken back");
  await expect(rowOf(page, twin)).toContainText("equally near");
  await takeSecond();
  await button(page, "Sync Now").click();
  await expect(toast(page)).toContainText("Sync Complete");
  await page.goto(decided);
  await expect(dialog).toContainText("A run has followed that. To change it, undo that run first.");
});

test("the sync screen shows a run that another user started and can stop it", async ({ page }) => {
  const running = {
    runId: "a",
    kind: "push",
    startedBy: "aisha",
    startedAt: null,
    dryRun: false,
    total: 4_000,
    done: 1_000,
    synced: 990,
    errors: 10,
    written: 400,
    rowsPerSecond: 500,
    secondsLeft: 6,
    cancelling: false,
  };
  await withStats(page, { running });
  await open(page, PATH);
  const progress = list(page, "Run in progress");
  await expect(progress).toContainText("1,000 of 4,000 places · 500 a second · about 6 s left");
  await expect(progress).toContainText("990 matched, 400 written, 10 failed, 3,000 to go");
  await expect(progress).toContainText("Started by aisha");
  await expect(button(page, "Syncing...")).toBeDisabled();
  await expect(progress.getByRole("button", { name: "Cancel run" })).toBeEnabled();
});

test.describe("with failing calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });
  const broken = { status: 500, code: "INTERNAL", sentence: "Internal server error" };

  test("failed sync calls show the specified messages", async ({ page }) => {
    await open(page, PATH);
    await expect(list(page, "Places")).toContainText("Total POIs"); // the first load is over
    await page.route("**/trpc/*sync.stats*", (route) => refuse(route, broken));
    await button(page, "Refresh Stats").click();
    await expect(toast(page)).toContainText("Failed to fetch synchronization statistics");
    await page.reload();
    const health = page.getByRole("region", { name: "Sync health" });
    for (const said of ["Unknown", "Never", "N/A"])
      await expect(health.getByText(said).first()).toBeVisible();
    await page.unroute("**/trpc/*sync.stats*");
    await page.reload();
    await expect(list(page, "Places")).toContainText("Total POIs"); // a refresh would join the first load
    await page.route("**/trpc/sync.trigger*", (route) => refuse(route, broken));
    await button(page, "Sync Now").click();
    await expect(toast(page)).toContainText("Sync Failed");
    await expect(toast(page)).toContainText("Failed to trigger database synchronization");
    await page.route("**/trpc/*sync.stats*", (route) => refuse(route, broken));
    await button(page, "Refresh Stats").click();
    const all = page.locator("[data-scope=toast][data-part=root]");
    await expect(all.filter({ hasText: "Failed to fetch synchronization statistics" })).toBeVisible();
    expect(await all.count()).toBe(1); // never two, although an effect and not a press raised this one
  });
});

test("the sync screen is closed to partner managers", async ({ page }) => {
  await open(page, PATH, "partner_manager");
  await expect(button(page, "Sync Now")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Database Sync");
});

test("the sync screen is well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, PATH);
  await expect(page.getByRole("table", { name: /^Runs of the sync/ })).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Database Sync · /);
    await expectAccessible(page);
  });
});
