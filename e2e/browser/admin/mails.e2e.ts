import { editAnswer } from "../../harness/browser/edit-response.ts";
import { registered } from "../../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { signedIn } from "../../harness/browser/staff.ts";
import {
  addFilter,
  addressOf,
  list,
  open,
  rowOf,
  someName,
  toast,
} from "../../harness/browser/staff-lists.ts";

const PATH = "/admin/mails";
const WELCOME = "Partner welcome";

test("staff find a mail that waits and send it again, and stop and allow mail to an address", async ({
  page,
}) => {
  const { email } = await registered(page.context());
  await open(page, "/admin", "admin");
  const rail = page.getByRole("navigation", { name: "Back office" });
  await rail.getByRole("link", { name: "Messages" }).click();
  await rail.getByRole("link", { name: "Emails" }).click();
  await expect(page.getByText("No mail server is set up")).toBeVisible();
  const mails = list(page, "Emails");
  await mails.getByRole("searchbox", { name: "Search address or subject" }).fill(email);
  await (await addFilter(page, "Kind", mails)).selectOption(WELCOME);
  await (await addFilter(page, "State", mails)).selectOption("Waiting");
  for (const text of ["Welcome to ", WELCOME, "Not tried yet"])
    await expect(rowOf(page, email)).toContainText(text);
  await rowOf(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: "Send again" }).click();
  await expect(toast(page)).toContainText("It goes out with the next delivery");
  await mails.getByLabel("State", { exact: true }).selectOption("Given up");
  await expect(mails).toContainText("No email matches");
  await mails.getByRole("button", { name: "Clear search and filters" }).click();

  const stopped = list(page, "Addresses that get no email");
  await stopped.getByRole("button", { name: "Stop email to an address" }).click();
  const dialog = page.getByRole("dialog", { name: "Stop email to an address" });
  await dialog.getByRole("button", { name: "Stop email" }).click();
  await expect(dialog).toContainText("Email is required");
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByRole("button", { name: "Stop email" }).click();
  await expect(stopped.getByRole("row").filter({ hasText: email })).toContainText("Stopped manually");
  await stopped.getByRole("searchbox", { name: "Search a whole address" }).fill(email.toUpperCase());
  await expect(stopped.getByRole("row")).toHaveCount(2);
  await stopped.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Allow email" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow email" }).click();
  await expect(toast(page)).toContainText("Email to this address is allowed again");
  await expect(stopped).toContainText("Email to this address is not stopped");
  await expect(page.getByRole("heading", { name: "Addresses that get no email" })).toBeFocused();
});

test("staff resume mail that was stopped", async ({ page }) => {
  await editAnswer(page, "admin.mails.status", (status) => ({
    ...status,
    stopped: {
      streams: ["joining"],
      stoppedAt: "2026-11-22T10:00:00.000Z",
      reason: "26 of the last 500 joining mails bounced",
    },
  }));
  await page.route(/admin\.mails\.resume/, (route) =>
    route.fulfill({ json: [{ result: { data: { json: { success: true } } } }] }),
  );
  await open(page, PATH);
  await expect(page.getByRole("alert")).toContainText(
    "Joining mails are stopped: 26 of the last 500 joining mails bounced",
  );
  await page.getByRole("button", { name: "Resume sending" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resume sending" }).click();
  await expect(toast(page)).toContainText("Sending resumed");
});

test("the mails and the dialog are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  test.slow(); // axe looks twice
  await registered(page.context());
  await signedIn(page.context(), "super_admin");
  const data = { email: addressOf(someName("Stopped")) };
  expect((await page.request.post("/api/admin/mails/suppressions", { data })).status()).toBe(201);
  await page.goto(PATH);
  await expect(list(page, "Addresses that get no email").getByRole("table")).toBeVisible();
  await expect(list(page, "Emails").getByRole("table")).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Emails · /);
    await expectAccessible(page);
  });
  await page.getByRole("button", { name: "Stop email to an address" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});

test("a mail opens in a panel without its text, and is sent again from there", async ({ page }) => {
  const { email } = await registered(page.context());
  await open(page, `${PATH}?mails=${encodeURIComponent(JSON.stringify({ q: email }))}`, "admin");
  await rowOf(page, email).getByRole("link", { name: email }).first().click();
  const panel = page.getByRole("region", { name: /^Welcome to / });
  await expect(panel).toContainText(WELCOME);
  await atEverySize(page, () => expectAccessible(page));
  await panel.getByRole("button", { name: "Send again" }).click();
  await expect(toast(page)).toContainText("It goes out with the next delivery");
});
