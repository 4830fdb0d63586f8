import type { Page } from "@playwright/test";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectGoodScreen,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import {
  another,
  beta,
  email,
  fill,
  firstName,
  newAddress,
  submit,
  toast,
} from "../../harness/browser/waitlist-card.ts";

const place = (page: Page) => page.getByRole("region", { name: /^You are on the list/ });
const open = (page: Page, part: string) => place(page).locator("summary", { hasText: part }).click();
const save = (page: Page) => place(page).getByRole("button", { name: "Save" });
const betaSwitch = (page: Page) => place(page).getByRole("switch", { name: "I want exclusive beta access" });
const greeting = (page: Page) => place(page).getByRole("switch", { name: "Greet friends with my name" });

test.use({ viewport: PHONE, permissions: ["clipboard-read", "clipboard-write"] });

async function join(page: Page): Promise<string> {
  const address = await fill(page);
  await submit(page).click();
  await expect(toast(page)).toContainText("Welcome to the waitlist!");
  return address;
}

/** The page has called the server and shows what it said. */
async function flip(page: Page, call: string, control: ReturnType<typeof greeting>): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes(call));
  await control.click();
  expect((await answered).status()).toBe(200);
}

test("after joining, the form gives way to one card with the name, the city, the beta wish and the link", async ({
  page,
}) => {
  await page.goto("/");
  const address = await join(page);
  await expect(place(page)).toContainText(address);
  await expect(place(page).getByRole("heading", { name: "You are on the list, Amina" })).toBeFocused();
  await expect(place(page)).toBeInViewport();
  await expect(email(page)).toBeHidden();
  await expectGoodScreen(page, /waitlist|Rihla/i);

  await place(page).getByRole("combobox", { name: "Your city" }).fill("Dearbo");
  await page.getByRole("option", { name: "Dearborn, MI" }).click();
  await save(page).click();
  await expect(place(page)).toContainText("Dearborn, MI");
  await expect(place(page)).toContainText(/Detroit: fewer than 10 (waiting|of \d+ to open)/);

  await expect(betaSwitch(page)).not.toBeChecked();
  await flip(page, "joined.beta", betaSwitch(page));
  await expect(betaSwitch(page)).toBeChecked();
  await expect(place(page)).toContainText("When this is off, your link does not name you.");
  await flip(page, "joined.greeting", greeting(page));
  await expect(place(page)).toContainText("Friends read “Amina invited you.”");

  await open(page, "Share");
  const link = String(
    await place(page)
      .getByText(/\?ref=[0-9a-f]{12}$/)
      .textContent(),
  ).trim();
  for (const [name, start] of [
    ["WhatsApp", /^https:\/\/wa\.me\/\?text=.+%20http.+\?ref=[0-9a-f]{12}$/],
    ["Text message", /^sms:\?&body=.+%20http.+\?ref=[0-9a-f]{12}$/],
  ] as const)
    await expect(place(page).getByRole("link", { name })).toHaveAttribute("href", start);
  await place(page).getByRole("button", { name: "Copy the link" }).click();
  await expect(place(page).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(link).toContain(await page.evaluate(() => navigator.clipboard.readText()));
  await atEverySize(page, () => expectAccessible(page));

  await page.reload();
  await expect(betaSwitch(page)).toBeChecked();
  await expect(greeting(page)).toBeChecked();
  await expect(place(page)).toContainText("Dearborn, MI");
  await place(page).getByRole("button", { name: "Remove this from my browser" }).click();
  await expect(place(page)).toHaveCount(0);
  await expect(firstName(page)).toBeFocused();
  await page.reload();
  await email(page).focus();
  await expect(place(page)).toHaveCount(0);
});

test("a person leaves the waitlist with the card, undoes it, leaves again and comes back by the form", async ({
  page,
}) => {
  const note = page.getByRole("region", { name: "You have left the waitlist" });
  await page.goto("/");
  const address = await join(page);
  await betaSwitch(page).check();
  await place(page).getByRole("button", { name: "Leave the waitlist" }).click();
  await expect(note.getByRole("heading")).toBeFocused();
  await expect(place(page)).toHaveCount(0);
  await expect(email(page)).toBeVisible();
  await expect(note.getByRole("link", { name: "ask for a link by email" })).toHaveAttribute("href", "/me");
  await expectGoodScreen(page, /waitlist|Rihla/i);
  await note.getByRole("button", { name: "Undo: stay on the waitlist" }).click();
  await expect(place(page)).toContainText(address);
  await expect(betaSwitch(page)).toBeChecked();
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(place(page)).toContainText(address);
  await place(page).getByRole("button", { name: "Leave the waitlist" }).click();
  await expect(note).toBeVisible();
  await page.reload();
  await email(page).focus();
  await expect(place(page)).toHaveCount(0);
  const again = await join(page);
  await expect(place(page)).toContainText(again);
});

test("a wrong address is corrected on the card, and the city can be changed", async ({ page }) => {
  await page.goto("/");
  const wrong = await join(page);
  const right = newAddress();
  await expect(toast(page)).toHaveCount(0, { timeout: 15_000 }); // that of joining
  await open(page, "Correct the address");
  const address = place(page).getByLabel("The right address");
  await address.fill("nowhere@");
  await save(page).last().click();
  await expect(address).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(toast(page)).toHaveCount(0); // it is said at the field
  await address.fill(right);
  await save(page).last().click();
  await expect(toast(page)).toContainText("Address corrected");
  await expect(place(page)).toContainText(right);
  await expect(place(page)).not.toContainText(wrong);
  const city = place(page).getByRole("combobox", { name: "Your city" });
  await expect(city).toHaveAccessibleDescription(/we keep it as you write it\.$/);
  await city.fill("Village of Nowhere");
  await save(page).click();
  await expect(place(page)).toContainText("We do not know this city");
  await open(page, "Change your city");
  await place(page).getByRole("combobox", { name: "Your city" }).fill("Chicago, IL");
  await save(page).click();
  await expect(place(page)).toContainText("Chicago, IL");
  await expect(place(page)).not.toContainText("Nowhere");
});

test("a friend is greeted by the first name once the person allows it, and by no one with another code", async ({
  page,
}) => {
  const invited = page.locator("[data-invited-by]:not(:empty)");
  await page.goto("/");
  await join(page);
  await open(page, "Share");
  const link = String(
    await place(page)
      .getByText(/\?ref=[0-9a-f]{12}$/)
      .textContent(),
  ).trim();
  const answer = () => page.waitForResponse((response) => response.url().includes("invited-by"));
  for (const address of [link, "/?ref=000000000000", "/?ref=%3Cb%3E"]) {
    const answered = answer();
    await page.goto(address);
    expect(await (await answered).text()).toBe('{"firstName":null}');
    await expect(invited).toHaveCount(0);
  }
  await flip(page, "joined.greeting", greeting(page));
  await page.goto(link);
  await expect(invited).toHaveText(/Amina.? invited you/);
  await place(page).getByRole("switch").first().focus(); // the app has taken over the page
  await expect(invited).toBeVisible();
  await expectAccessible(page);
  await page.goto("/");
  await expect(invited).toHaveCount(0);
});

test("the next person who joins in the same browser sees their own card, and a phone shares the link", async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ url } = {}) => {
      document.title = `shared ${url}`;
    };
  });
  await page.goto("/");
  const first = await join(page);
  await expect(place(page)).toContainText(first);
  await another(page).click();
  await beta(page).check();
  const second = await join(page);
  await expect(place(page)).toContainText(second);
  await expect(place(page)).not.toContainText(first);
  await expect(betaSwitch(page)).toBeChecked();
  await place(page).getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveTitle(/^shared http.+\/\?ref=[0-9a-f]{12}$/);
});

test.describe("without an answer", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("a switch goes back and says that it could not be saved", async ({ page }) => {
    await page.goto("/");
    await join(page);
    await page.route("**/trpc/public.joined.beta**", (route) => route.abort());
    await betaSwitch(page).click();
    await expect(toast(page)).toContainText("We could not reach the server. Please try again.");
    await expect(betaSwitch(page)).not.toBeChecked();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page that answers the form shows the card, corrects the address, takes the city and switches", async ({
    page,
  }) => {
    await page.goto("/");
    await fill(page);
    await submit(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to the waitlist!");
    await open(page, "Share");
    await expect(place(page).getByText(/\?ref=[0-9a-f]{12}/)).toBeVisible();
    const right = newAddress();
    await open(page, "Correct the address");
    await place(page).getByLabel("The right address").fill(right);
    await save(page).last().click();
    await expect(place(page)).toContainText(right);
    await place(page).getByLabel("Your city").fill("Dearborn");
    await save(page).first().click();
    await expect(place(page).getByLabel("Your city")).toHaveValue("Dearborn");
    await place(page).getByRole("button", { name: "Ask for beta access" }).click();
    await expect(place(page)).toContainText("You asked for beta access.");
    await place(page).getByRole("button", { name: "Turn it on" }).click();
    await expect(place(page)).toContainText("Friends read “Amina invited you.”");
    await page.goto("/waitlist/joined");
    await expect(place(page)).toContainText(right);
    await expect(place(page).getByRole("button", { name: "Turn it off" })).toBeVisible();
    await expect(page.getByText("We do not know this city")).toBeHidden();
    await place(page).getByLabel("Your city").fill("Village of Nowhere");
    await save(page).first().click();
    await expect(page.getByText("We do not know this city")).toBeVisible();
    await place(page).getByRole("button", { name: "Leave the waitlist" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have left the waitlist");
    await expectWellFormed(page, /You have left/);
    await page.getByRole("button", { name: "Undo: stay on the waitlist" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are on the waitlist again");
    await page.goto("/waitlist/joined");
    await expect(place(page)).toContainText(right);
  });
});
