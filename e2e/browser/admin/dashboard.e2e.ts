import { editAnswer } from "../../harness/browser/edit-response.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { addInquiry, join, list, open, someName } from "../../harness/browser/staff-lists.ts";

/** In pixels: what a thumb scrolls through at once. */
const PHONE_HEIGHT = 2_000;

test("the dashboard shows what needs attention first and then the totals", async ({ page }) => {
  await join(page, someName("Machine"), { hp_note: "filled" });
  await addInquiry(someName("Zaytoun"));
  await open(page, "/admin");
  const now = list(page, "Needs attention now");
  await expect(now).toContainText(/waiting for a reply/);
  await expect(now).toContainText("A reply is promised within 24 hours.");
  await expect(now).toContainText(/held back/);
  await expect(now).toContainText("Emails wait until a mail server is set up.");
  await expect(now.getByRole("link", { name: "See all that wait" })).toBeVisible();
  const counts = list(page, "Counts");
  for (const label of ["Total signups", "Beta testers", "Partnership inquiries", "Waiting for a reply"]) {
    await expect(counts.getByText(label, { exact: true })).toBeVisible();
  }
  const days = counts.getByRole("table", { name: "Total signups a day over the last 30 days" });
  await expect(days.getByRole("row")).toHaveCount(31);
  await expect(counts.getByText(/^[\d,]+ in the last 7 days$/)).toHaveCount(2);
  await expect(counts.getByText(/^(▲|▼) \d+% in a week$|week before$/)).toHaveCount(2);
  await expect(page.getByText("Multi-factor authentication")).toBeVisible();
});

test("a list of the dashboard links to the whole list and has no pages of its own", async ({ page }) => {
  for (let n = 0; n < 6; n += 1) await addInquiry(someName("Nur"));
  await open(page, "/admin");
  await expect(page.getByRole("navigation", { name: "Pages of the inquiries" })).toContainText("1–5 of");
  await expect(page.getByRole("link", { name: "See all inquiries" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0);
});

test("the dashboard keeps the state of both lists in one URL", async ({ page }) => {
  const [signup, business] = [someName("Amina"), someName("Oasis")];
  await join(page, signup);
  await addInquiry(business);
  await open(page, "/admin");
  await list(page, "Waitlist").getByRole("searchbox").fill(signup);
  await expect(list(page, "Waitlist").getByRole("rowheader")).toHaveText([signup]);
  await list(page, "Partnership inquiries").getByRole("searchbox").fill(business);
  await expect(list(page, "Partnership inquiries").getByRole("rowheader")).toHaveText([business]);
  await page.reload();
  await expect(list(page, "Waitlist").getByRole("rowheader")).toHaveText([signup]);
  await expect(list(page, "Partnership inquiries").getByRole("rowheader")).toHaveText([business]);
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

test("the dashboard is under 2,000 px high on a phone, well formed and has no accessibility violations at 390 and 1440 px", async ({
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
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(PHONE_HEIGHT);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Dashboard · /);
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
    await expectWellFormed(page, /^Dashboard · /);
    await expectAccessible(page);
  });
});
