import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { hours } from "../../../src/shared/duration.ts";
import { importPlaces } from "../../harness/browser/places.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import {
  act,
  addFilter,
  addInquiry,
  addressOf,
  join,
  open,
  rowOf,
  someName,
  toast,
} from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/inquiries";
const field = (page: Page, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });
const add = (page: Page) => page.getByRole("button", { name: "Add inquiry" });
const save = (page: Page, name = "Add inquiry") => page.getByRole("dialog").getByRole("button", { name });

test("staff can add an inquiry that arrived by other means", async ({ page }) => {
  const name = someName("Zaytoun");
  await open(page, PATH);
  await add(page).first().click();
  await field(page, "Business name").fill(name);
  await field(page, "Email").fill(addressOf(name));
  await field(page, "Phone").pressSequentially("12125550123");
  await expect(field(page, "Phone")).toHaveValue("(212) 555-0123");
  await field(page, "Website").fill("zaytoun.example");
  await field(page, "Business type").selectOption("Grocery Store");
  await save(page).click();
  await expect(toast(page)).toContainText("Inquiry added");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const row = rowOf(page, name);
  for (const text of ["(212) 555-0123", "zaytoun.example", "Grocery Store", "admin", "Waiting 0 min"]) {
    await expect(row).toContainText(text);
  }
});

test("a new inquiry requires a business name and an email, and errors appear at their fields", async ({
  page,
}) => {
  await open(page, PATH);
  await add(page).first().click();
  await save(page).click();
  await expect(toast(page)).toContainText("Business name and email are required");
  await expect(field(page, "Business name")).toBeFocused();
  await field(page, "Business name").fill("Zaytoun");
  await field(page, "Email").fill("none");
  await field(page, "Website").fill("no address");
  await save(page).click();
  await expect(field(page, "Email")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(field(page, "Website")).toHaveAccessibleDescription("Website must be a web address");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(add(page).first()).toBeFocused();
});

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("an inquiry opens next to the list by click and Enter, has an address, and Escape returns to its row", async ({
  page,
}) => {
  const name = someName("Juniper");
  const id = await addInquiry(name, { message: "Salam,\nwe would like to join.", city: "Austin" });
  await open(page, `${PATH}?q=${encodeURIComponent(name)}`);
  await rowOf(page, name).getByText("Waiting").click();
  await expect(panel(page, name)).toContainText("we would like to join.");
  await expect(panel(page, name).getByRole("heading", { name })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`open=${id}`));
  await (await addFilter(page, "Type")).selectOption("Other");
  await expect(page.getByText("No inquiry matches")).toBeVisible();
  await expect(panel(page, name)).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Type" }).click();
  await page.getByRole("heading", { name }).click();
  await page.keyboard.press("Escape");
  await expect(panel(page, name)).toHaveCount(0);
  await page.getByRole("link", { name }).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page, name).getByRole("heading", { name })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name })).toBeFocused();
  await page.goBack();
  await panel(page, name).getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/audit\\?q=${id}`));
});

test("staff assign an inquiry, move it on, answer it by mail and find it again by stage and assignee", async ({
  page,
}) => {
  const name = someName("Nutmeg");
  const id = await addInquiry(name, { message: "May we join?" });
  await open(page, `${PATH}?open=${id}`);
  const side = panel(page, name);
  const { userId } = await (await page.request.get("/api/admin/session")).json();
  await side.getByLabel("Assignee").selectOption(userId);
  await expect(toast(page)).toContainText("Inquiry saved");
  await side.getByLabel(`Answer to ${addressOf(name)}`).fill("Salam, you are welcome.");
  await side.getByRole("button", { name: "Send answer" }).click();
  await expect(side.getByRole("listitem").filter({ hasText: "you are welcome." })).toContainText(
    "Waiting to be sent",
  );
  await expect(side.getByLabel("Stage")).toHaveValue("answered");
  await expect(side.getByLabel(`Answer to ${addressOf(name)}`)).toHaveValue("");
  await side.getByLabel("Stage").selectOption("Won");
  await expect(rowOf(page, name)).toContainText("Won");
  await page.goto(`${PATH}?stage=won&assignee=me&q=${encodeURIComponent(name)}`);
  await expect(rowOf(page, name)).toBeVisible();
  await page.locator("[data-filter=assignee] select").selectOption("Unassigned");
  await expect(page.getByText("No inquiry matches")).toBeVisible();
  await expect(page).toHaveURL(/assignee=none/);
});

test("an inquiry is linked to one of our places, and its sender gets an account", async ({ page }) => {
  const name = someName("Saffron Kitchen");
  await importPlaces([{ name }]);
  const id = await addInquiry(name, { city: "Dearborn" });
  await open(page, `${PATH}?open=${id}`);
  const side = panel(page, name);
  await side.getByRole("button", { name: `Yes, this one: ${name}` }).click();
  await expect(side.getByRole("button", { name: `Unlink: ${name}` })).toBeVisible();
  await expect(side.getByRole("link", { name })).toHaveAttribute("href", /\/admin\/places\?place=/);
  await side.getByRole("button", { name: "Create an account for them" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create account" }).click();
  await expect(side).toContainText("They have an account:");
  await expect(side.getByLabel("Link to choose a password")).toHaveValue(/\/partner\/reset\//);
});

test("staff write notes about an inquiry, a note that was not sent survives a reload, and admins delete notes", async ({
  page,
}) => {
  const name = someName("Tamarind");
  const id = await addInquiry(name);
  await open(page, `${PATH}?open=${id}`);
  const note = panel(page, name).getByLabel("For your team");
  await note.fill("They prefer to be called.");
  await page.reload();
  await expect(note).toHaveValue("They prefer to be called.");
  await panel(page, name).getByRole("button", { name: "Add note" }).click();
  await expect(panel(page, name).getByRole("listitem")).toContainText("They prefer to be called.");
  await expect(note).toHaveValue("");
  await page.reload();
  await expect(note).toHaveValue("");
  await panel(page, name)
    .getByRole("button", { name: /^Delete the note by / })
    .click();
  await expect(page.getByRole("dialog")).toContainText("They prefer to be called.");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("Note deleted");
  await expect(panel(page, name).getByRole("listitem")).toHaveCount(0);
});

test.describe("with a record that is gone", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("the address of an inquiry that was deleted says so, and one that fails to load can be loaded again", async ({
    page,
  }) => {
    await open(page, `${PATH}?open=gone`);
    await expect(panel(page, "Inquiry")).toContainText("This inquiry no longer exists");
    const name = someName("Walnut");
    const id = await addInquiry(name);
    await page.route(/admin\.partnerships\.get/, (route) => route.abort());
    await page.goto(`${PATH}?open=${id}`);
    await expect(panel(page, "Inquiry")).toContainText("The inquiry could not be loaded");
    await page.unroute(/admin\.partnerships\.get/);
    await panel(page, "Inquiry").getByRole("button", { name: "Try again" }).click();
    await expect(panel(page, name)).toContainText("They left no message.");
  });
});

test("staff can edit an inquiry, and the focus returns to its row", async ({ page }) => {
  const name = someName("Medina");
  await addInquiry(name);
  await open(page, PATH);
  await act(page, name, "Edit");
  await expect(field(page, "Business name")).toHaveValue(name);
  await field(page, "City").fill("Dearborn");
  await save(page, "Save changes").click();
  await expect(toast(page)).toContainText("Inquiry saved");
  await expect(rowOf(page, name)).toContainText("Dearborn");
  await expect(page.getByRole("button", { name: `Actions for ${name}` })).toBeFocused();
});

test("deleting an inquiry needs confirmation", async ({ page }) => {
  const name = someName("Souk");
  await addInquiry(name);
  await open(page, PATH);
  await act(page, name, "Delete");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(name);
  await expect(dialog).toContainText(
    "Are you sure you want to delete this partnership inquiry? This action cannot be undone.",
  );
  await expect(dialog).toContainText("It stays in Trash for 30 days.");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rowOf(page, name)).toBeVisible();
  await act(page, name, "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, name)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Partnership inquiries" })).toBeFocused();
});

test("a deleted inquiry is restored by the notification's Undo, by keyboard too", async ({ page }) => {
  const name = someName("Cinnamon");
  const id = await addInquiry(name);
  await open(page, PATH);
  await act(page, name, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, name)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Partnership inquiries" })).toBeFocused();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await expect(toast(page).getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Inquiry restored");
  await expect(rowOf(page, name)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Partnership inquiries" })).toBeFocused();
  const listed = await page.request.get(`/api/admin/partnerships?q=${encodeURIComponent(name)}`);
  expect(await listed.json()).toMatchObject([{ id }]);
});

test.describe("when the Undo comes too late", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("the notification says that the inquiry can no longer be restored", async ({ page }) => {
    const name = someName("Saffron");
    const id = await addInquiry(name);
    await open(page, PATH);
    await act(page, name, "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page)).toContainText("Inquiry deleted"); // a dialog hides the rows before that
    expect((await page.request.post(`/api/admin/partnerships/${id}/restore`, { data: {} })).status()).toBe(
      200,
    );
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(toast(page)).toContainText("Failed to restore the inquiry");
    await expect(toast(page)).toContainText("404: This inquiry can no longer be restored");
  });
});

test("a template is saved, fills in the names when it is chosen, and is deleted", async ({ page }) => {
  const name = someName("Template Bakery");
  const id = await addInquiry(name);
  await open(page, `${PATH}?open=${id}`);
  const side = panel(page, name);
  const template = someName("Hours");
  await side.getByRole("button", { name: "Save as template" }).click();
  const dialog = page.getByRole("dialog", { name: "Reply template" });
  await dialog.getByLabel("Name").fill(template);
  await dialog.getByLabel("Text").fill("Salam {businessName}, we are here from 9 to 5.");
  await atEverySize(page, () => expectAccessible(page));
  await dialog.getByRole("button", { name: "Save template" }).click();
  await expect(toast(page)).toContainText("Template saved");
  await side.getByLabel("Template", { exact: true }).selectOption(template);
  await expect(side.getByLabel(/^Answer to/)).toHaveValue(`Salam ${name}, we are here from 9 to 5.`);
  await atEverySize(page, () => expectAccessible(page));
  await side.getByRole("button", { name: "Delete template" }).click();
  const question = page.getByRole("dialog", { name: "Delete template" });
  await expect(question).toContainText(template);
  await expect(question).toContainText("The template is deleted for the whole team.");
  await atEverySize(page, () => expectAccessible(page));
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("Template deleted");
});

test("staff can mark an inquiry as answered and undo it", async ({ page }) => {
  const name = someName("Oasis");
  await addInquiry(name);
  await open(page, PATH);
  await act(page, name, "Mark as answered");
  await expect(rowOf(page, name)).toContainText("Answered");
  await act(page, name, "Mark as waiting");
  await expect(rowOf(page, name)).toContainText("Waiting");
});

test("staff can release or delete a quarantined inquiry", async ({ page }) => {
  const [kept, gone] = [someName("Person"), someName("Machine")];
  for (const name of [kept, gone]) await join(page, name, { hp_note: "filled" });
  await open(page, PATH);
  await act(page, kept, "Release");
  await expect(toast(page)).toContainText("Released");
  await expect(rowOf(page, kept)).toHaveCount(0);
  // it may lie over the last row, and stays for as long as the pointer is on it
  await page.getByRole("button", { name: "Dismiss notification" }).click();
  await act(page, gone, "Delete");
  await page
    .getByRole("dialog", { name: "Delete submission" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(rowOf(page, gone)).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("Restored");
  await expect(rowOf(page, gone)).toBeVisible();
});

test("the export contains only the filtered inquiries", async ({ page }) => {
  const [wanted, other] = [someName("Kept"), someName("Left out")];
  await addInquiry(wanted);
  await addInquiry(other);
  await open(page, `${PATH}?q=${encodeURIComponent(wanted)}`);
  await expect(rowOf(page, wanted)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Export/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("partnership-inquiries.csv");
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect([lines.length, lines[1]?.includes(`"${wanted}"`)]).toEqual([2, true]);
});

test("an inquiry whose reply is overdue is marked", async ({ page }) => {
  const name = someName("Overdue");
  await page.clock.setFixedTime(Date.now() + hours(30));
  await addInquiry(name);
  await open(page, PATH);
  await expect(rowOf(page, name)).toContainText(/Late by [56] h/);
  await act(page, name, "Mark as answered");
  await expect(rowOf(page, name)).toContainText("Answered");
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  async function editedMeanwhile(page: Page): Promise<string> {
    const name = someName("Harbor");
    const id = await addInquiry(name);
    await open(page, PATH);
    await act(page, name, "Edit");
    await field(page, "City").fill("Mine");
    const data = { businessName: name, email: addressOf(name), city: "Theirs" };
    expect((await page.request.put(`/api/admin/partnerships/${id}`, { data })).status()).toBe(200);
    await save(page, "Save changes").click();
    await expect(toast(page)).toContainText("Failed to update partnership");
    await expect(toast(page)).toContainText("409: ");
    await expect(page.getByRole("dialog").getByRole("row", { name: "City" })).toContainText("TheirsMine");
    return name;
  }

  test("an edit conflict shows both versions, and the other person's version can be kept", async ({
    page,
  }) => {
    const name = await editedMeanwhile(page);
    await page.getByRole("button", { name: "Keep theirs" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rowOf(page, name)).toContainText("Theirs");
  });

  test("an edit conflict shows both versions, and one's own version can be saved", async ({ page }) => {
    const name = await editedMeanwhile(page);
    await page.getByRole("button", { name: "Send mine" }).click();
    await expect(toast(page)).toContainText("Inquiry saved");
    await expect(rowOf(page, name)).toContainText("Mine");
  });

  test("a stage that someone else has changed since shows both versions, and the user's own can be saved", async ({
    page,
  }) => {
    const name = someName("Almond");
    const id = await addInquiry(name);
    await open(page, `${PATH}?open=${id}`);
    await expect(panel(page, name).getByLabel("Stage")).toHaveValue("new");
    await page.route(/admin\.partnerships\.(get|list)/, (route) => route.abort()); // nothing is reloaded
    const theirs = await page.request.put(`/api/admin/partnerships/${id}/progress`, {
      data: { stage: "closed" },
    });
    expect(theirs.status()).toBe(200);
    await panel(page, name).getByLabel("Stage").selectOption("Won");
    await expect(page.getByRole("dialog").getByRole("row", { name: "Stage" })).toContainText("ClosedWon");
    await page.unroute(/admin\.partnerships\.(get|list)/);
    await page.getByRole("button", { name: "Send mine" }).click();
    await expect(panel(page, name).getByLabel("Stage")).toHaveValue("won");
  });

  test("a refused change shows the specified messages and keeps the input", async ({ page }) => {
    const name = someName("Atlas");
    await addInquiry(name);
    await open(page, PATH);
    await page.route(/admin\.partnerships\.(create|delete)/, (route) => route.abort());
    await add(page).first().click();
    await field(page, "Business name").fill("Kept");
    await field(page, "Email").fill("kept@example.org");
    await save(page).click();
    await expect(toast(page)).toContainText("Failed to create partnership");
    await expect(field(page, "Business name")).toHaveValue("Kept");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await act(page, name, "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page)).toContainText("Failed to delete partnership");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect(rowOf(page, name)).toHaveCount(1);
  });
});

test("the list of inquiries and its dialogs are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  test.slow(); // axe looks three times
  const name = someName("Crescent");
  await addInquiry(name, { phone: "2125550123", city: "Austin" });
  await open(page, `${PATH}?q=${encodeURIComponent(name)}`); // no line about rows of other tests
  await expect(rowOf(page, name)).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Inquiries · /);
    await expectAccessible(page);
  });
  await page.getByRole("link", { name }).click();
  await expect(panel(page, name).getByRole("heading", { name })).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(`^${name} · `));
    await expectAccessible(page);
  });
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(page.getByRole("link", { name })).toBeFocused();
  await act(page, name, "Edit");
  await expect(page.getByRole("dialog", { name: "Edit partnership inquiry" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await page.keyboard.press("Escape");
  await act(page, name, "Delete");
  await expect(page.getByRole("dialog")).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page).getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("F8"); // the notification stays while it has the focus
  await atEverySize(page, () => expectAccessible(page));
});
