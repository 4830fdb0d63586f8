import { editAnswer } from "../../harness/browser/edit-response.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { act, addInquiry, join, list, open, rowOf, someName } from "../../harness/browser/staff-lists.ts";

/** In pixels: what a thumb scrolls through at once. */
const PHONE_HEIGHT = 2_000;
const HEIGHT = 1_300;

test("the home screen shows what needs attention first, late things before others, and then the totals", async ({
  page,
}) => {
  await join(page, someName("Machine"), { hp_note: "filled" });
  await addInquiry(someName("Zaytoun"));
  await open(page, "/admin");
  const now = list(page, "Needs attention now");
  await expect(now).toContainText(/waiting for a reply/);
  await expect(now).toContainText("A reply is promised within 24 hours.");
  await expect(now).toContainText(/may be spam/);
  await expect(now).toContainText("Emails wait until a mail server is set up.");
  const states = await now
    .getByRole("listitem")
    .evaluateAll((rows) => rows.map((row) => row.querySelector("[data-late]") !== null));
  expect(states).toEqual(states.toSorted((one, other) => Number(other) - Number(one)));
  const counts = list(page, "Counts");
  for (const label of ["Total signups", "Beta testers", "Partnership inquiries", "Waiting for a reply"]) {
    await expect(counts.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(counts.getByText(/^[\d,]+ in the last 7 days$/)).toHaveCount(2);
  await expect(counts.getByText(/^(▲|▼) \d+% in a week$|week before$/)).toHaveCount(2);
  await expect(page.getByText("Multi-factor authentication")).toBeVisible();
  await now.getByRole("link", { name: /waiting for a reply/ }).click();
  await expect(page).toHaveURL(/\/admin\/inquiries\?answered=false&sort=oldest$/);
});

test("each chart of the home screen opens on a click, one at a time", async ({ page }) => {
  await join(page, someName("Hana"), { source: { utmSource: "newsletter" } });
  await open(page, "/admin", "admin");
  const counts = list(page, "Counts");
  const chart = (name: string) => counts.getByRole("button", { name });
  await chart("Signups by day").click();
  const days = counts.getByRole("table", { name: "Total signups a day over the last 30 days" });
  await expect(days.getByRole("row")).toHaveCount(31);
  for (const [name, table] of [
    ["Gifts", "Gifts by card a day over the last 30 days"],
    ["Decisions", "Decisions about claims and requests a day over the last 30 days"],
    ["Emails", "Emails sent a day over the last 30 days"],
  ] as const) {
    await chart(name).click();
    await expect(counts.getByRole("table", { name: table })).toBeAttached();
    await expect(counts.getByRole("table")).toHaveCount(1);
  }
  await chart("By source").click();
  await expect(counts.getByRole("listitem").filter({ hasText: "newsletter" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});

test("what is missing before the site goes live is shown to super admins alone", async ({ page }) => {
  await open(page, "/admin", "admin");
  await expect(list(page, "Counts").getByText("Total signups", { exact: true })).toBeVisible();
  await expect(list(page, "Before you go live")).toHaveCount(0);
  await open(page, "/admin");
  await expect(list(page, "Before you go live")).toContainText("MAIL_URL");
  await expect(list(page, "Before you go live")).toContainText("Domain");
});

test("a list of the home screen shows the newest rows with their acts, and links to the whole list", async ({
  page,
}) => {
  const name = someName("Nur");
  for (let n = 0; n < 6; n += 1) await addInquiry(`${name} ${n}`);
  await open(page, "/admin");
  const inquiries = list(page, "Partnership inquiries");
  await expect(inquiries.getByRole("rowheader")).toHaveCount(5);
  await act(page, `${name} 5`, "Delete");
  const question = page.getByRole("dialog", { name: "Delete partnership inquiry" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, `${name} 5`)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "See all signups" })).toBeVisible();
  await page.getByRole("link", { name: "See all inquiries" }).click();
  await expect(page).toHaveURL(/\/admin\/inquiries$/);
});

test("each list of the dashboard is exported with one click", async ({ page }) => {
  await open(page, "/admin", "admin");
  for (const [name, file] of [
    ["Waitlist", "waitlist-signups.csv"],
    ["Partnership inquiries", "partnership-inquiries.csv"],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      list(page, name).getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(file);
  }
});

test("the dashboard tells partner managers what their role can do", async ({ page }) => {
  await open(page, "/admin", "partner_manager");
  await expect(page.getByRole("heading", { name: "What this role can do" })).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible(page);
});

test("the home screen is under 2,000 px high on a phone and under 1,300 px at 1440, well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await join(page, someName("Hana"));
  await addInquiry(someName("Date Palm"));
  await open(page, "/admin");
  await expect(list(page, "Waitlist").getByRole("table")).toBeVisible();
  await expect(list(page, "Partnership inquiries").getByRole("table")).toBeVisible();
  for (let n = 0; n < 5; n += 1) {
    await join(page, someName("Hana"));
    await addInquiry(someName("Date Palm"));
  }
  await page.reload();
  await expect(list(page, "Partnership inquiries").getByRole("rowheader")).toHaveCount(2);
  await expect(list(page, "Counts").getByText("Total signups", { exact: true })).toBeVisible();
  await expect(page.getByText("Multi-factor authentication")).toBeVisible();
  await atEverySize(page, async ({ width }) => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThan(width === PHONE.width ? PHONE_HEIGHT : HEIGHT);
    await expectWellFormed(page, /^Home · /);
    await expectAccessible(page);
  });
});

test("the dashboard says that a proxy is not set up and that mail is stopped at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const at = new Date().toISOString();
  const mailStopped = { stoppedAt: at, reason: "26 of the last 500 joining mails bounced" };
  await editAnswer(page, "admin.dashboard.summary", (summary) => ({
    ...summary,
    mailStopped,
    untrustedProxyAt: at,
  }));
  await open(page, "/admin");
  const notices = list(page, "Needs attention now").getByRole("listitem");
  await expect(notices.nth(0)).toContainText("Bulk email is stopped");
  await expect(notices.nth(0)).toContainText("26 of the last 500 joining mails bounced");
  await expect(notices.nth(1)).toContainText("The server sees all visitors as one client");
  await expect(notices.nth(1)).toContainText("set TRUST_PROXY");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Home · /);
    await expectAccessible(page);
  });
});
