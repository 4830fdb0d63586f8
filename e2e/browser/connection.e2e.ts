import { atEverySize, expect, expectAccessible, PHONE, test } from "../harness/browser/screen.ts";
import { addFilter, open, openAsNew, rowOf, toast } from "../harness/browser/staff-lists.ts";
import { callsTo, fill, firstName, JOIN_PATH, submit } from "../harness/browser/waitlist-card.ts";

const GONE = "The connection is gone. Your text is kept.";
const AUDIT = "/admin/audit";
const AUDIT_CALL = /\/trpc\/.*admin\.audit\.list/;

test.use({ expectedInConsole: /Failed to load resource/ });

test("a form sent without a connection keeps its text, and is sent again by its button alone", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await fill(page);
  await submit(page).hover(); // loads the app
  await expect(page.getByRole("region", { name: /Notifications/ })).toBeAttached();
  const calls = callsTo(page, JOIN_PATH);
  await context.setOffline(true);
  await expect(page.getByText(GONE)).toBeVisible();
  await submit(page).click();
  await expect(toast(page)).toContainText("Failed to join waitlist. Please try again.");
  await expect(firstName(page)).toHaveValue("Amina");
  await context.setOffline(false);
  await expect(page.getByText(GONE)).toHaveCount(0);
  await expect(firstName(page)).toHaveValue("Amina");
  expect(calls).toHaveLength(1);
  await submit(page).click();
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
  expect(calls).toHaveLength(2);
});

test("a form sent without a connection before the app has loaded says both, and is sent once it is back", async ({
  page,
  context,
}) => {
  await page.route("**/assets/*.js", (route) => route.continue()); // without the cache, which other tests have filled
  await page.goto("/");
  const calls = callsTo(page, JOIN_PATH);
  await context.setOffline(true);
  await fill(page);
  await submit(page).click();
  await expect(page.getByRole("form", { name: "Waitlist" }).getByRole("alert")).toHaveText(
    `Failed to join waitlist. Please try again. ${GONE}`,
  );
  await expect(submit(page)).toBeEnabled();
  await expect(firstName(page)).toHaveValue("Amina");
  expect(calls).toHaveLength(0);
  await context.setOffline(false);
  await submit(page).click();
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
  await expect(page.getByText(GONE)).toHaveCount(0);
  expect(calls).toHaveLength(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the toast of a failure does not cover the offline notice", async ({ page, context }) => {
    await page.goto("/");
    await fill(page);
    await submit(page).focus();
    await expect(page.getByRole("region", { name: /Notifications/ })).toBeAttached();
    await context.setOffline(true);
    await submit(page).click();
    await expect(toast(page)).toContainText("Failed to join waitlist. Please try again.");
    const row = await page.getByText(GONE).boundingBox();
    const shown = await toast(page).boundingBox();
    expect(shown?.y).toBeGreaterThanOrEqual((row?.y ?? 0) + (row?.height ?? 0));
  });
});

test("a list that failed without a connection loads again when the connection is back", async ({
  page,
  context,
}) => {
  const own = await openAsNew(page, AUDIT);
  await expect(rowOf(page, own.username).first()).toBeVisible();
  const actor = await addFilter(page, "Actor");
  await context.setOffline(true);
  await actor.fill(own.username);
  await expect(page.getByText("The server could not be reached.")).toBeVisible();
  await context.setOffline(false);
  await expect(rowOf(page, own.username).first()).toBeVisible();
});

test("a proxy's page and an empty answer are shown as the status and its text", async ({ page }) => {
  await open(page, AUDIT);
  const actor = await addFilter(page, "Actor");
  const answers = { "502: Bad Gateway": "<h1>502</h1>", "503: Service Unavailable": "" };
  for (const [message, body] of Object.entries(answers)) {
    await page.route(AUDIT_CALL, (route) =>
      route.fulfill({ status: Number.parseInt(message, 10), contentType: "text/html", body }),
    );
    await actor.fill(`nobody ${body.length}`);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await page.unroute(AUDIT_CALL);
  }
});

test("the notice without a connection covers no part of the page at 390 and 1440 px", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("region", { name: /Notifications/ })).toBeAttached();
  await context.setOffline(true);
  await atEverySize(page, async () => {
    const notice = await page.getByText(GONE).boundingBox();
    const bar = await page.getByRole("banner").boundingBox();
    expect(notice?.y).toBe(0);
    expect(bar?.y).toBeGreaterThanOrEqual(notice?.height ?? Number.POSITIVE_INFINITY);
    await expectAccessible(page);
  });
});
