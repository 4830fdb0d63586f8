import { mailedText } from "../harness/browser/mailed.ts";
import { expect, expectGoodScreen, PHONE, test } from "../harness/browser/screen.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of (400|404)/ });

const TITLE = "What we keep about you";

test("a person confirms, corrects, leaves and erases what is kept about them by the link in the joining mail", async ({
  page,
  request,
}) => {
  test.slow(); // the joining mail is posted by a job
  const email = `me-${Date.now()}@example.com`;
  await request.post("/api/waitlist", { data: { firstName: "Hana", email } });
  await expect.poll(() => mailedText(email, "waitlist-welcome"), { timeout: 60_000 }).toContain("/me#");
  const text = await mailedText(email, "waitlist-welcome");
  const link = /\/me#[\w-]+/.exec(text)?.[0] ?? "none";
  const leave = /\/leave\/[\w-]+/.exec(text)?.[0] ?? "none";

  await page.goto(link);
  await expect(page.getByText(email)).toBeVisible();
  await expectGoodScreen(page, /What we keep/);
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText(/^Confirmed on/)).toBeVisible();
  const city = page.getByRole("combobox", { name: "City" });
  await city.pressSequentially("dearb");
  await expect(page.getByRole("option")).toHaveText(["Dearborn, MI", "Dearborn Heights, MI"]);
  await expectGoodScreen(page, /What we keep/);
  await city.press("ArrowDown");
  await city.press("Enter");
  await expect(city).toHaveValue("Dearborn, MI");
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Dearborn, MI", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Detroit: fewer than 10 (waiting|of \d+ to open)$/)).toBeVisible();
  const greeting = page.getByRole("switch", { name: "Greet friends with my name" });
  await greeting.click();
  await expect(page.getByText("Friends read “Hana invited you.”")).toBeVisible();
  const saved = page.waitForResponse(/public\.me\.update/); // while it is saved, the form takes no other change
  await page.getByRole("switch", { name: "I want exclusive beta access" }).check();
  await saved;
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await city.fill("Village of Nowhere");
  await city.press("Enter");
  await expect(page.getByText("Village of Nowhere", { exact: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a copy" }).click();
  expect((await download).suggestedFilename()).toBe("my-data.json");

  await page.goto(leave);
  await expectGoodScreen(page, /Leave the waitlist/);
  await page.getByRole("button", { name: "Leave the waitlist" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have left the waitlist");
  await expectGoodScreen(page, /You have left/);
  await page.getByRole("button", { name: "Undo: stay on the waitlist" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are on the waitlist again");
  await expectGoodScreen(page, /on the waitlist again/);
  await page.goto(leave);
  await page.getByRole("button", { name: "Leave the waitlist" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have left the waitlist");

  await page.goto(link);
  await expect(page.getByText(/^You left the waitlist on/)).toBeVisible();
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expect(page.getByText("Share", { exact: true })).toHaveCount(0);
  await expect(page.getByText("You did not ask for it")).toHaveCount(0);
  await page.getByLabel("First name").fill("عائشة");
  await page.getByRole("button", { name: "Save" }).click();
  const indent = await page.getByText("عائشة", { exact: true }).evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getBoundingClientRect().left - element.getBoundingClientRect().left;
  });
  expect(indent).toBeLessThan(2); // beside its label, as other names
  await page.getByRole("button", { name: "Join again" }).click();
  await expect(page.getByRole("status").getByText("You are on the waitlist again")).toBeVisible();
  await page.getByRole("button", { name: "Leave the waitlist" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Confirmed on/)).toBeVisible();
  await expect(page.getByText("Share", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Leave the waitlist" }).click();
  await expect(page.getByText(/^You left the waitlist on/)).toBeVisible();
  await page.getByRole("button", { name: "Erase everything" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Erase everything" }).click();
  await expect(page.getByText("We keep nothing about this address.")).toBeVisible();
});

test("without a link or with a wrong one, the page mails a new one", async ({ page }) => {
  await page.goto("/privacy");
  await page.getByRole("link", { name: "See, correct, export or erase what we keep about you" }).click();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/./);
  await expect(page.locator("[data-scope=toast][data-part=root]")).toHaveCount(0); // it is said at the field
  await page.getByLabel("Email").fill("me@example.com");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByText("This site cannot send email right now.")).toBeVisible();
  await expectGoodScreen(page, /What we keep/);
  await page.goto("/me#forged");
  await expect(page.getByRole("alert")).toHaveText("This link has expired or was used already");
  expect((await page.goto("/leave/forged"))?.status()).toBe(404);
});
