import { readFile } from "node:fs/promises";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import {
  addFilter,
  addressOf,
  join,
  list,
  open,
  rowOf,
  someName,
  toast,
  withoutNews,
} from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/waitlist";

test("the server searches the waitlist, and the URL keeps the search", async ({ page }) => {
  const [wanted, other] = [someName("Amina"), someName("Bilal")];
  const source = { utmSource: "newsletter", utmCampaign: "ramadan" };
  await join(page, wanted, { isBetaTester: true, source });
  await join(page, other);
  await open(page, PATH);
  await page.getByRole("searchbox", { name: "Search name or email" }).fill(addressOf(wanted));
  for (const text of ["Beta tester", "Not confirmed", "newsletter", "ramadan"])
    await expect(rowOf(page, wanted)).toContainText(text);
  await expect(rowOf(page, other)).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]q=/);
  await page.reload();
  await expect(rowOf(page, wanted)).toBeVisible();
  await (await addFilter(page, "On the list")).selectOption("Still waiting");
  await expect(rowOf(page, wanted)).toBeVisible();
  await (await addFilter(page, "Address")).selectOption("Confirmed");
  await expect(page.getByText("No signup matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(page).not.toHaveURL(/q=|left=|confirmed=/);
});

test("the waitlist is sorted by pressing its column headers", async ({ page }) => {
  const mark = someName("s").slice(2);
  await join(page, `B ${mark}`);
  await join(page, `A ${mark}`);
  await open(page, `${PATH}?q="${mark}"`);
  const names = list(page, "Waitlist").getByRole("rowheader");
  await expect(names).toHaveText([`A ${mark}`, `B ${mark}`]);
  await page.getByRole("button", { name: "Joined" }).click();
  await expect(names).toHaveText([`B ${mark}`, `A ${mark}`]);
  await expect(page.getByRole("columnheader", { name: "Joined" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Name" }).click();
  await expect(names).toHaveText([`A ${mark}`, `B ${mark}`]);
  await expect(page).toHaveURL(/sort=name/);
});

test("the waitlist can be paged to its end and back, and a reload keeps the page", async ({ page }) => {
  const mark = someName("p").slice(2);
  const names = Array.from({ length: 60 }, (_, n) => `N${String(n).padStart(2, "0")} ${mark}`);
  for (const name of names) await join(page, name);
  await open(page, `${PATH}?q="${mark}"`);
  const pager = page.getByRole("navigation", { name: "Pages of the waitlist" });
  const go = (name: string) => pager.getByRole("button", { name }).click();
  await expect(pager).toContainText("1–25 of 60");
  const shown = Promise.withResolvers<void>();
  await page.route(/cursor/, (route) => shown.promise.then(() => route.continue()), { times: 1 });
  await go("Next");
  await expect(pager.getByRole("button", { name: "Next" })).toBeDisabled(); // the page after it is not known yet
  shown.resolve();
  await go("Next");
  await expect(pager).toContainText("51–60 of 60");
  await page.reload();
  await go("Previous");
  await expect(pager).toContainText("26–50 of 60");
  await page.goBack();
  await expect(pager).toContainText("51–60 of 60");
  await go("First");
  await go("Last");
  await expect(pager).toContainText("36–60 of 60");
  await expect(rowOf(page, `N00 ${mark}`)).toBeVisible();
  await go("Previous");
  await expect(pager).toContainText("11–35 of 60");
});

test("a page of the waitlist is opened by its number, and the pages around it from there", async ({
  page,
}) => {
  const mark = someName("j").slice(2);
  for (let n = 10; n < 70; n += 1) await join(page, `N${n} ${mark}`);
  await open(page, `${PATH}?q="${mark}"`);
  const pager = page.getByRole("navigation", { name: "Pages of the waitlist" });
  const number = pager.getByLabel("Page", { exact: true });
  await expect(number).toHaveValue("1");
  await number.fill("2");
  await number.press("Enter");
  await expect(pager).toContainText("26–50 of 60");
  await expect(number).toBeFocused();
  await expect(rowOf(page, `N35 ${mark}`)).toBeVisible();
  await pager.getByRole("button", { name: "Next" }).click();
  await expect(pager).toContainText("51–60 of 60");
  await expect(number).toHaveValue("3");
  await pager.getByRole("button", { name: "Previous" }).click();
  await expect(pager).toContainText("26–50 of 60");
  await page.reload();
  await expect(pager).toContainText("26–50 of 60");
  await pager.getByRole("button", { name: "Previous" }).click();
  await expect(pager).toContainText("1–25 of 60");
  await number.fill("99");
  await number.press("Enter");
  await expect(pager).toContainText("51–60 of 60");
  await number.fill("many");
  await number.press("Enter");
  await expect(number).toHaveValue("3");
  await atEverySize(page, async () => {
    await expectAccessible(page);
    await expectWellFormed(page, /^Waitlist · /);
  });
});

test("the waitlist is exported in full or filtered with one click and a fixed file name", async ({
  page,
}) => {
  const [wanted, other] = [someName("Yusuf"), someName("Zahra")];
  await join(page, wanted);
  await join(page, other);
  await open(page, PATH);
  const take = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name, exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("waitlist-signups.csv");
    return readFile(await file.path(), "utf8");
  };
  expect(await take("Export CSV")).toContain(other);
  await page.getByRole("searchbox").fill(wanted);
  const filtered = await take("Export filtered rows");
  expect(filtered).toContain(wanted);
  expect(filtered).not.toContain(other);
});

test("the waitlist is closed to partner managers", async ({ page }) => {
  await open(page, PATH, "partner_manager");
  await expect(page.getByText("Your role cannot open this screen")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});

test.describe("while the server fails", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("the waitlist shows a failed load and can be reloaded", async ({ page }) => {
    await withoutNews(page); // it would load the list again before the press
    await page.route(/\/trpc\/.*admin\.waitlist\.list/, (route) => route.abort());
    await open(page, PATH);
    await expect(page.getByRole("alert")).toContainText("The waitlist could not be loaded");
    await page.unroute(/\/trpc\/.*admin\.waitlist\.list/);
    await join(page, someName("Retry"));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("table")).toBeVisible();
  });
});

test("the waitlist is well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await join(page, someName("Hana"), { isBetaTester: true });
  await open(page, PATH);
  await expect(page.getByRole("table")).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Waitlist · /);
    await expectAccessible(page);
  });
});

test("the sources of the waitlist are shown as figures and a table, and downloaded as CSV", async ({
  page,
}) => {
  await join(page, someName("Amina"), { source: { utmSource: "newsletter" } });
  await open(page, PATH);
  await page.getByRole("button", { name: "Show sources" }).click();
  await expect(page.getByRole("table", { name: "Sources of the last 30 days" })).toContainText("newsletter");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Waitlist · /);
    await expectAccessible(page);
  });
  const downloaded = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download by day as CSV" }).click();
  expect((await downloaded).suggestedFilename()).toBe("waitlist-sources.csv");
});

test("a list is imported from a file, and lines that cannot be read are shown before anything is imported", async ({
  page,
}) => {
  const name = someName("Imported");
  const csv = [
    "firstName,email,consentSource,consentAt",
    `${name},${addressOf(name)},Fair in Dearborn,2025-03-01`,
    "Broken,no address,Fair in Dearborn,2025-03-01",
  ].join("\r\n");
  await open(page, PATH);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import a list" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(dialog.getByRole("alert")).toHaveText("Nothing was imported, because 1 line cannot be read:");
  await expect(dialog).toContainText("Line 3: Please enter a valid email address");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("button", { name: "Import the other lines" }).click();
  await expect(dialog).toContainText("1 person added, 0 people on the waitlist already.");
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("searchbox", { name: "Search name or email" }).fill(addressOf(name));
  await expect(rowOf(page, name)).toBeVisible();
});

test("an export of a newsletter tool shows what its columns are taken for, and asks once for the consent of all", async ({
  page,
}) => {
  const name = someName("Exported");
  const csv = [
    "uuid;email;name;status;created_at;Favorite color",
    `u1;${addressOf(name)};${name} Noor;enabled;2024-05-01 10:00:05.000 +0200;blue`,
    `u2;gone-${addressOf(name)};Gone;blocklisted;2024-05-01 10:00:05.000 +0200;red`,
  ].join("\r\n");
  await open(page, PATH);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import a list" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(dialog.getByRole("combobox", { name: "created_at" })).toHaveValue("consentAt");
  await expect(dialog.getByRole("combobox", { name: "Favorite color" })).toHaveValue("");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("textbox", { name: "How these people agreed" }).fill("Newsletter form");
  await dialog.getByRole("button", { name: "Import the list" }).click();
  await expect(dialog).toContainText("Line 3: status says that this person may not be written to");
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download these lines with the reasons" }).click();
  const mended = await readFile(await (await saved).path(), "utf8");
  expect(mended.split("\r\n")).toEqual([
    '\uFEFFuuid;email;name;status;created_at;Favorite color;"Reason"',
    `u2;gone-${addressOf(name)};Gone;blocklisted;2024-05-01 10:00:05.000 +0200;red;"status says that this person may not be written to"`,
    "",
  ]);
  await dialog.getByRole("button", { name: "Import the other lines" }).click();
  await expect(dialog).toContainText("1 person added, 0 people on the waitlist already.");
  await expect(dialog).toContainText("Columns that are not taken: uuid, Favorite color");
});

test("a signup opens in a panel with its consent and notes, and its deletion closes the panel", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const name = someName("Zahra");
  await join(page, name);
  await open(page, `${PATH}?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name }).click();
  const panel = list(page, name);
  await expect(panel).toContainText("By joining, you agree");
  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(`^${name} · `));
    await expectAccessible(page);
  });
  await panel.getByLabel("For your team").fill("Met at the fair");
  await panel.getByRole("button", { name: "Add note" }).click();
  await expect(panel.getByRole("listitem")).toContainText("Met at the fair");
  await panel.getByRole("button", { name: "Delete", exact: true }).first().click();
  const question = page.getByRole("dialog", { name: "Delete signup" });
  await expect(question).toContainText("It stays in Trash for 30 days.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Signup deleted")).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});

test.describe("two who correct one signup", () => {
  test.use({ expectedInConsole: /status of 409/ });

  test("see both versions, with the keyboard alone", async ({ page }) => {
    await page.setViewportSize(PHONE);
    const name = someName("Typo");
    await join(page, name);
    await open(page, `/admin/waitlist?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name }).press("Enter");
    await list(page, name).getByRole("button", { name: "Edit" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Correct signup" });
    await expect(dialog.getByLabel("First name")).toBeFocused();
    await dialog.getByLabel("City").fill("Dearborn");
    await atEverySize(page, () => expectAccessible(page));
    const again = await page.request.post("/api/waitlist", {
      data: { firstName: name, email: addressOf(name), isBetaTester: true },
    });
    expect(again.status()).toBe(201);
    await dialog.getByLabel("City").press("Enter");
    await expect(dialog.getByRole("heading", { name: "Someone else has changed this signup" })).toBeFocused();
    await expect(dialog.getByRole("row", { name: /^Beta tester/ })).toContainText("Yes");
    await expect(dialog.getByRole("row", { name: /^City/ })).toContainText("Dearborn");
    await dialog.getByRole("button", { name: "Send mine" }).press("Enter");
    await expect(toast(page)).toContainText("Signup corrected");
    await expect(list(page, name)).toContainText("Dearborn");
  });
});
