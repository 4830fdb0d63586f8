import type { Page } from "@playwright/test";
import {
  atEverySize,
  DESKTOP,
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
} from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/broadcasts";
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const mail = (page: Page) => page.frameLocator("iframe");

test.use({ expectedInConsole: /Failed to load resource/ }); // refusals are part of the flows

/** Opens the editor and types a message that invites. */
async function write(page: Page, subject: string): Promise<void> {
  await page.getByRole("link", { name: "New broadcast" }).click();
  await field(page, "Subject").fill(subject);
  await field(page, "Message in Markdown").fill("Salaam {name}\n\n[Accept my invitation]({invite})");
}

test("staff write a broadcast, see it as people get it, send it to a counted audience, pause and cancel it", async ({
  page,
}) => {
  test.slow(); // a whole campaign
  const subject = someName("Beta");
  const [friend, other] = [someName("Friend"), someName("Other")];
  await join(page, friend, { source: { ref: "a-friend" } });
  await join(page, other);
  await open(page, PATH, "admin");
  await write(page, subject);
  await expect(mail(page).getByText("Salaam Amina")).toBeVisible();
  await expect(mail(page).getByText("Leave the waitlist")).toBeVisible();
  await expect(mail(page).getByText("Accept my invitation")).toHaveCSS("color", "rgb(255, 255, 255)");
  await press(page, "Desktop");
  await expect(mail(page).getByText("Salaam Amina")).toBeVisible();
  await page.reload();
  await expect(field(page, "Subject")).toHaveValue(subject);
  await expect(mail(page).getByText("Salaam Amina")).toBeVisible();
  await field(page, "Message in Markdown").fill("Salaam {firstname}");
  await expect(page.getByText(/^There is no placeholder {firstname}/)).toBeVisible();
  await expect(mail(page).getByText("Salaam Amina")).toBeVisible();
  await field(page, "Message in Markdown").fill("Salaam {name}, welcome");
  await expect(field(page, "Address")).toHaveValue("true");
  await field(page, "Address").selectOption("All");
  const counted = page.getByText(/^[\d,]+ (people|person)$/);
  await expect(counted).toBeVisible();
  const everyone = await counted.textContent();
  await field(page, "Joined through a friend's link").selectOption("Yes");
  await expect(counted).not.toHaveText(everyone ?? "");
  await field(page, "Add a metro area").fill("dearb");
  await press(page, "Add Detroit, MI");
  await expect(counted).toHaveText("0 people");
  await press(page, "Remove Detroit, MI");
  await press(page, "Save draft");
  await expect(toast(page)).toContainText("The draft is saved");
  await field(page, "Test address").fill(addressOf("tester"));
  await press(page, "Send a test");
  await expect(toast(page)).toContainText("Test queued");

  await press(page, "Send...");
  const dialog = page.getByRole("dialog", { name: "Send this broadcast" });
  const typed = dialog.getByLabel(/^Type [\d,]+ to confirm$/);
  await typed.fill("0");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toContainText("This number does not match");
  const shown = async () => /(?<=It goes to )\d+/.exec((await dialog.textContent()) ?? "")?.[0] ?? "";
  const count = await shown();
  await join(page, someName("Late"), { source: { ref: "a-friend" } });
  await typed.fill(count);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toContainText("The audience has changed");
  const waits = page.getByText("No mail server is configured: mails wait until one is.");
  await expect(async () => {
    await typed.fill(await shown()); // another test's person may join in between
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(waits).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole("heading", { name: "Progress" })).toBeFocused();
  await expect(list(page, "Progress")).toContainText(/0 of \d+ sent/);
  await (await addFilter(page, "State", list(page, "Recipients"))).selectOption("Unknown");
  await expect(list(page, "Recipients")).toContainText("No recipient is in this state");
  await press(page, "Pause");
  await expect(list(page, "Progress")).toContainText("Paused");
  await press(page, "Resume");
  await press(page, "Cancel the rest");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the rest" }).click();
  await expect(list(page, "Progress")).toContainText("Canceled");
  await page.getByRole("link", { name: "All broadcasts" }).click();
  await expect(rowOf(page, subject)).toContainText("Canceled");
});

test("a draft that is refused has the focus at the field to correct, and its error is gone once it is sent", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, PATH);
  await write(page, someName("Refused"));
  const markdown = field(page, "Message in Markdown");
  await markdown.fill("Salaam {who}");
  await press(page, "Send...");
  await expect(toast(page)).toContainText("The draft was not saved");
  await expect(markdown).toBeFocused();
  await expect(markdown).toHaveAccessibleDescription(/There is no placeholder \{who\}/);
  await markdown.fill("Salaam {name}");
  await press(page, "Send...");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByText("The draft was not saved")).toHaveCount(0);
});

test("two people who write one draft are told, and neither text is lost", async ({ page }) => {
  const subject = someName("Shared");
  await open(page, PATH);
  await write(page, subject);
  await press(page, "Save draft");
  await expect(page).toHaveURL(/open=(?!new)/);
  const id = new URL(page.url()).searchParams.get("open")?.replaceAll('"', "");
  const data = { subject: `${subject} theirs`, markdown: "Theirs" };
  expect((await page.request.put(`/api/admin/broadcasts/${id}`, { data })).status()).toBe(200);
  await field(page, "Subject").fill(`${subject} mine`);
  await press(page, "Save draft");
  await expect(page.getByText("Someone else changed this draft")).toBeVisible();
  await expect(field(page, "Subject")).toHaveValue(`${subject} mine`);
  await press(page, "Save mine over it");
  await expect(toast(page)).toContainText("The draft is saved");
  await press(page, "Delete draft");
  const question = page.getByRole("dialog", { name: "Delete draft" });
  await expect(question).toContainText("It stays in Trash for 30 days.");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page)).toContainText("The draft is deleted");
  await expect(page.getByRole("heading", { name: "Broadcasts", level: 2 })).toBeVisible();
  await expect(rowOf(page, subject)).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("Broadcast restored");
  await expect(rowOf(page, subject)).toBeVisible();
});

test("the editor and the dialog are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  test.slow(); // axe looks twice
  await join(page, someName("Hana"));
  await open(page, PATH);
  await write(page, someName("News"));
  await expect(mail(page).getByText("Salaam Amina")).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^New broadcast · /);
    await expectAccessible(page);
  });
  await field(page, "Address").selectOption("All"); // no one here has confirmed
  await press(page, "Save draft");
  await expect(toast(page)).toContainText("The draft is saved");
  const top = async (name: string) => (await page.getByRole("button", { name }).boundingBox())?.y;
  await page.setViewportSize(DESKTOP);
  expect(await top("Send...")).toBe(await top("Delete draft")); // one row
  await press(page, "Send...");
  await expect(page.getByRole("dialog").getByLabel(/^Type /)).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});
