import type { APIRequestContext, Page } from "@playwright/test";
import { editAnswer } from "../harness/browser/edit-response.ts";
import { refuse } from "../harness/browser/refuse.ts";
import { claim, importPlaces, addPartner as signedInPartner } from "../harness/browser/review-cases.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../harness/browser/screen.ts";
import {
  addStaff,
  codeOf,
  fillLogin,
  postAsStaff,
  signedIn,
  signInShared,
  turnMfaOn,
} from "../harness/browser/staff.ts";
import {
  act,
  addFilter,
  addressOf,
  list,
  open,
  rowOf,
  someName,
  toast,
  withoutNews,
} from "../harness/browser/staff-lists.ts";

const PATH = "/partner-manager";
const PARTNERS = "/api/partner-manager/partners";
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In", exact: true });
const logout = (page: Page) => page.getByRole("button", { name: "Logout" });
const dialog = (page: Page) => page.getByRole("dialog");
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const add = (page: Page) => page.getByRole("main").getByRole("button", { name: "Add Partner" });
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name }).click();

interface Made {
  readonly id: string;
}

/** Adds a partner over REST. */
async function addPartner(businessName: string): Promise<Made> {
  const data = {
    businessName,
    contactName: "Amina Example",
    email: addressOf(businessName),
    password: "six-or-more",
  };
  return (await postAsStaff(PARTNERS, data)) as Made;
}

test.describe("the sign-in", () => {
  test.use({ expectedInConsole: /Failed to load resource|Clear-Site-Data/ });

  test("a failed sign-in shows the specified messages", async ({ page }) => {
    const admin = await addStaff("admin");
    await page.goto(PATH);
    await expect(page.getByRole("heading", { level: 1, name: "Partner Manager" })).toBeVisible();
    await expect(page.getByText("Restricted access for partner management only")).toBeVisible();
    await signInButton(page).click();
    await expect(toast(page)).toContainText("Please enter both username and password");
    await expect(page.getByLabel("Username")).toBeFocused();
    await fillLogin(page, { ...admin, password: "not the right one" });
    await signInButton(page).click();
    await expect(toast(page)).toContainText("Login Failed");
    await expect(toast(page)).toContainText("Invalid credentials");
    await expect(page.getByLabel("Username")).toHaveValue(admin.username);
    await fillLogin(page, admin);
    await signInButton(page).click();
    await expect(toast(page)).toContainText("Your account may not sign in here");
    await page.route("**/trpc/partnerManager.session.login**", (route) => route.abort());
    await signInButton(page).click();
    await expect(toast(page)).toContainText("Login Error");
    await expect(toast(page)).toContainText("An unexpected error occurred. Please try again.");
  });

  test("a sign-in whose session the browser does not keep says that it blocks cookies", async ({ page }) => {
    const manager = await addStaff("partner_manager");
    await page.route("**/trpc/*session.current*", (route) =>
      refuse(route, { status: 401, code: "UNAUTHENTICATED", sentence: "Please sign in" }),
    );
    await page.goto(PATH);
    await fillLogin(page, manager);
    await signInButton(page).click();
    await expect(toast(page)).toContainText("Login Failed");
    await expect(toast(page)).toContainText("Your browser is blocking our cookies");
  });

  test("a manager signs in and sees their username", async ({ page }) => {
    const manager = await addStaff("partner_manager");
    await page.goto(PATH);
    const { promise: seen, resolve: go } = Promise.withResolvers<void>();
    await page.route("**/trpc/partnerManager.session.login**", (route) => seen.then(() => route.continue()));
    await fillLogin(page, manager);
    await signInButton(page).click();
    await expect(page.getByRole("button", { name: "Signing In..." })).toBeDisabled();
    go();
    await expect(toast(page)).toContainText("Login Successful");
    await expect(toast(page)).toContainText(`Welcome back, ${manager.username}!`);
    await expect(logout(page)).toBeVisible();
  });

  test("a server error is not shown as a wrong password", async ({ page }) => {
    await page.goto(PATH);
    await page.route("**/trpc/partnerManager.session.login**", (route) =>
      refuse(route, { status: 503, code: "UNAVAILABLE", sentence: "The service is away for a moment" }),
    );
    await fillLogin(page, { username: "amina", password: "whatever it is" });
    await signInButton(page).click();
    await expect(toast(page)).toContainText("Login Error");
    await expect(toast(page)).toContainText("An unexpected error occurred. Please try again.");
  });

  test("the sign-in requires a code if MFA is on", async ({ page, context }) => {
    const manager = await signedIn(context, "partner_manager");
    const { secret } = await turnMfaOn(context);
    await context.clearCookies();
    await page.goto(PATH);
    await fillLogin(page, manager);
    await signInButton(page).click();
    await expect(page.getByLabel("MFA code, digit 1 of 6")).toBeFocused();
    await page.keyboard.type("000000");
    await expect(toast(page)).toContainText("Login Failed");
    await expect(toast(page)).toContainText("Invalid MFA code");
    await expect(page.getByLabel("MFA code, digit 1 of 6")).toBeFocused();
    await page.keyboard.type(codeOf(secret));
    await expect(toast(page)).toContainText(`Welcome back, ${manager.username}!`);
  });

  test("the session is shared with the back office, and logging out reloads the page", async ({
    page,
    context,
  }) => {
    await signedIn(context, "partner_manager");
    await page.goto("/admin");
    await page.getByRole("link", { name: "Open the partners" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Partner Manager" })).toBeVisible();
    await page.goto(PATH);
    const reloaded = page.waitForEvent("load");
    await logout(page).click();
    await reloaded;
    await expect(signInButton(page)).toBeVisible();
    expect((await context.request.get("/api/admin/session")).status()).toBe(401);
    expect(await (await context.request.get("/api/partner-manager/session")).json()).toEqual({
      authenticated: false,
    });
    const manager = await addStaff("partner_manager");
    await fillLogin(page, manager);
    await signInButton(page).click();
    await page.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Home" }).click();
    await expect(page.getByRole("heading", { name: "What this role can do" })).toBeVisible();
  });

  test("an admin sees a notice that the role has no access to partners", async ({ page }) => {
    await open(page, PATH, "admin");
    await expect(page.getByRole("heading", { name: "Your role cannot open this screen" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
  });
});

test("a manager can add a partner, and errors appear at their fields", async ({ page }) => {
  const name = someName("Zaytoun");
  await open(page, PATH, "partner_manager");
  for (const label of ["Total Partners", "Verified Partners", "Pending Verification"]) {
    await expect(list(page, "Counts").getByText(label, { exact: true })).toBeVisible();
  }
  await add(page).click();
  await press(page, "Add Partner");
  await expect(toast(page)).toContainText("Please fill in all required fields");
  await expect(field(page, "Business Name")).toBeFocused();
  await field(page, "Business Name").fill(name);
  await field(page, "Contact Name").fill("Amina Example");
  await field(page, "Email").fill("none");
  await field(page, "Password").fill("short");
  await press(page, "Add Partner");
  await expect(field(page, "Email")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(field(page, "Password")).toHaveAccessibleDescription("Password must be at least 6 characters");
  await field(page, "Email").fill(addressOf(name));
  await field(page, "Password").fill("an odd one 9");
  await field(page, "Phone").pressSequentially("2125550123");
  await press(page, "Add Partner");
  await expect(toast(page)).toContainText("Partner Added");
  await expect(toast(page)).toContainText("New business partner has been created successfully.");
  await expect(dialog(page)).toHaveCount(0);
  await expect(add(page)).toBeFocused();
  for (const text of [addressOf(name), "Amina Example", "(212) 555-0123", "Pending"]) {
    await expect(rowOf(page, name)).toContainText(text);
  }
  await expect(page.getByRole("columnheader")).toHaveText([
    "Business",
    "Contact",
    "Status",
    "Created",
    "Actions",
  ]);
});

test("a manager can edit a partner, except the email", async ({ page }) => {
  const name = someName("Medina");
  await addPartner(name);
  await open(page, PATH, "partner_manager");
  await act(page, name, "Edit");
  await expect(field(page, "Email")).toHaveValue(addressOf(name));
  await expect(field(page, "Email")).not.toBeEditable();
  await expect(dialog(page).getByText("Email cannot be changed")).toBeVisible();
  await expectAccessible(page);
  await field(page, "Contact Name").fill("");
  await press(page, "Update Partner");
  await expect(field(page, "Contact Name")).toHaveAccessibleDescription("Contact name is required");
  await field(page, "Contact Name").fill("Yusuf Example");
  await dialog(page).getByLabel("Verified Partner").check();
  await press(page, "Update Partner");
  await expect(toast(page)).toContainText("Partner Updated");
  await expect(toast(page)).toContainText("Partner information has been updated successfully.");
  await expect(rowOf(page, name)).toContainText("Yusuf Example");
  await expect(rowOf(page, name)).toContainText("Verified");
  await expect(page.getByRole("button", { name: `Actions for ${name}` })).toBeFocused();
});

test("deleting a partner needs the browser's native confirmation", async ({ page }) => {
  const name = someName("Souk");
  await addPartner(name);
  await open(page, PATH, "partner_manager");
  const remove = () => act(page, name, "Delete");
  const asked: string[] = [];
  page.once("dialog", (question) => {
    asked.push(question.message());
    void question.dismiss();
  });
  await remove();
  expect(asked).toEqual([
    `Are you sure you want to delete "${name}"? This action cannot be undone. It stays in Trash for 30 days.`,
  ]);
  await expect(rowOf(page, name)).toBeVisible();
  page.once("dialog", (question) => void question.accept());
  await remove();
  await expect(toast(page)).toContainText("Partner Deleted");
  await expect(toast(page)).toContainText("Business partner has been removed successfully.");
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("the server searches, filters and sorts the partners, and the URL keeps the state", async ({ page }) => {
  const name = someName("Juniper");
  await addPartner(`${name} B`);
  await addPartner(`${name} A`);
  await open(page, PATH, "super_admin");
  await page.getByRole("searchbox").fill(name);
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await page.getByRole("button", { name: "Business" }).click();
  await expect(page.getByRole("rowheader").first()).toContainText(`${name} A`);
  await (await addFilter(page, "Status")).selectOption("Pending");
  await page.reload();
  await expect(page).toHaveURL(/q=.*sort=business|sort=business.*q=/);
  await expect(page.getByRole("rowheader").first()).toContainText(`${name} A`);
  await page.getByLabel("Status", { exact: true }).selectOption("Verified");
  await expect(page.getByText("No partner matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

test("the list returns to the first page if the open page has lost its last row", async ({ page }) => {
  const name = someName("Walnut");
  await Promise.all(Array.from({ length: 26 }, (_, n) => addPartner(`${name} ${n}`)));
  await open(page, `${PATH}?q=${encodeURIComponent(name)}`, "super_admin");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  page.once("dialog", (question) => void question.accept());
  await act(page, name, "Delete");
  await expect(page.getByRole("rowheader")).toHaveCount(25);
  await expect(page).not.toHaveURL(/cursor=/);
});

test("an empty list offers to add the first partner", async ({ page }) => {
  await editAnswer(page, "partnerManager.partners.list", () => ({ items: [], total: 0, next: null }));
  await open(page, PATH, "partner_manager");
  await expect(page.getByText("No partners yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add First Partner" }).click();
  await expect(page.getByRole("dialog", { name: "Add Partner" })).toBeVisible();
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("a refused change shows the specified messages and keeps the input", async ({ page }) => {
    const name = someName("Oasis");
    await addPartner(name);
    await open(page, PATH, "partner_manager");
    await add(page).click();
    await field(page, "Business Name").fill(name);
    await field(page, "Contact Name").fill("Amina");
    await field(page, "Email").fill(addressOf(name));
    await field(page, "Password").fill("six-or-more");
    await press(page, "Add Partner");
    await expect(toast(page)).toContainText("Error");
    await expect(toast(page)).toContainText("Failed to add partner. Please try again.");
    await expect(field(page, "Email")).toHaveAccessibleDescription(
      "An account with this email already exists",
    );
    await expect(field(page, "Business Name")).toHaveValue(name);
    await page.keyboard.press("Escape");
    await page.route(/partners\.(update|delete)/, (route) => route.abort());
    await act(page, name, "Edit");
    await press(page, "Update Partner");
    await expect(toast(page)).toContainText("Failed to update partner. Please try again.");
    await page.keyboard.press("Escape");
    page.once("dialog", (question) => void question.accept());
    await act(page, name, "Delete");
    await expect(toast(page)).toContainText("Failed to delete partner. Please try again.");
  });

  test("an edit conflict shows the other user's version of the partner", async ({ page }) => {
    const name = someName("Caravan");
    const { id } = await addPartner(name);
    await open(page, PATH, "partner_manager");
    await act(page, name, "Edit");
    await field(page, "Contact Name").fill("Mine");
    const theirs = { businessName: name, contactName: "Theirs", phone: "", isVerified: true };
    expect((await page.request.put(`${PARTNERS}/${id}`, { data: theirs })).status()).toBe(200);
    await press(page, "Update Partner");
    await expect(toast(page)).toContainText("Failed to update partner. Please try again.");
    await expect(dialog(page).getByRole("heading", { name: /Someone else has changed this/ })).toBeFocused();
    await expect(dialog(page).getByRole("row", { name: "Contact Name" })).toContainText("TheirsMine");
    await expectAccessible(page);
    await press(page, "Send mine");
    await expect(toast(page)).toContainText("Partner Updated");
    await expect(rowOf(page, name)).toContainText("Mine");
  });

  test("a list that failed to load shows an error and can be reloaded", async ({ page }) => {
    await signInShared(page.context(), "partner_manager");
    await withoutNews(page); // it would load the list again before the press
    const away = { status: 503, code: "UNAVAILABLE", sentence: "The service is away for a moment" };
    await page.route(/trpc\/.*partners\.(list|counts)/, (route) => refuse(route, away));
    await page.goto(PATH);
    await expect(page.getByText("The partners could not be loaded")).toBeVisible();
    await expect(page.getByText(`503: ${away.sentence}`).first()).toBeVisible();
    await page.unroute(/trpc\/.*partners\.(list|counts)/);
    await list(page, "Partners").getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("The partners could not be loaded")).toHaveCount(0);
  });
});

test.describe("from the sign-in on", () => {
  test.use({ expectedInConsole: /status of 401/ });

  test("the sign-in, the list and its dialog are well formed and have no accessibility violations at 390 and 1440 px", async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto(PATH);
    await expect(signInButton(page)).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, /^Partner Manager · /);
      await expectAccessible(page);
    });
    await addPartner(someName("Hana"));
    await open(page, PATH, "super_admin");
    await expect(page.getByRole("table")).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, /^Partner Manager · /);
      await expectAccessible(page);
    });
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Settings" })).toBeHidden();
    await add(page).click();
    await expect(dialog(page)).toBeVisible();
    await atEverySize(page, () => expectAccessible(page));
  });
});

test("a partner opens in a panel with its account, places and notes", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const name = someName("Panel Bakery");
  await addPartner(name);
  await open(page, `${PATH}?q=${encodeURIComponent(name)}`, "partner_manager");
  await page.getByRole("link", { name, exact: true }).click();
  const panel = list(page, name);
  for (const empty of [
    "They own no place yet.",
    "They have claimed no place yet.",
    "They are not signed in anywhere.",
  ])
    await expect(panel).toContainText(empty);
  await panel.getByRole("button", { name: "Invite again" }).press("Enter");
  await expect(field(page, "Link")).toHaveValue(/\/partner\/.+/);
  await page.keyboard.press("Escape");
  await expect(panel.getByRole("button", { name: "Invite again" })).toBeFocused();
  await atEverySize(page, () => expectAccessible(page));
  await panel.getByLabel("For your team").fill("Prefers Arabic");
  await panel.getByRole("button", { name: "Add note" }).click();
  await expect(panel.getByRole("listitem").filter({ hasText: "Prefers Arabic" })).toBeVisible();
});

test("the panel of a partner links the claims and ends the sessions, with the keyboard alone", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const [name, place] = [someName("Session Bakery"), someName("Claimed Bakery")];
  const partner = await signedInPartner(name);
  const { id, api } = partner;
  await importPlaces([place]);
  await claim(partner, place);
  await open(page, `${PATH}?open=${id}`, "partner_manager");
  const panel = list(page, name);
  await expect(panel.getByRole("link", { name: place })).toHaveAttribute("href", /case=claim/);
  await expect(panel.getByRole("button", { name: "Invite again" })).toHaveCount(0);
  await atEverySize(page, () => expectAccessible(page));
  await panel.getByRole("button", { name: "End all" }).press("Enter");
  await expect(toast(page)).toContainText("All sessions ended");
  await expect(panel).toContainText("They are not signed in anywhere.");
  await expect(panel.getByRole("heading", { name: "Where they are signed in" })).toBeFocused();
  expect((await api.get("/partner/api/me")).status()).toBe(401);
});

/** A person joins a business through the link that is shown where no email can be sent. */
async function addColleague(api: APIRequestContext, name: string, role: string): Promise<void> {
  const invited = await api.post("/partner/api/people/invitations", {
    data: { email: addressOf(name), role },
  });
  const { link } = (await invited.json()) as { link: string };
  const data = { token: link.split("/").at(-1), name, password: "six or more" };
  expect((await api.post("/partner/api/people/invitations/accept", { data })).status()).toBe(200);
}

test("the panel of a partner lists its people with their roles, and removes one who leaves", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const [name, colleague, invited] = [someName("Team Bakery"), someName("Layla"), someName("Bilal")];
  const { id, api } = await signedInPartner(name);
  await addColleague(api, colleague, "manager");
  await api.post("/partner/api/people/invitations", { data: { email: addressOf(invited), role: "editor" } });
  await open(page, `${PATH}?open=${id}`, "partner_manager");
  const people = list(page, name).getByRole("listitem");
  const row = people.filter({ hasText: colleague });
  await expect(people.filter({ hasText: "Amina Example" })).toContainText("Owner");
  await expect(row).toContainText("Manager");
  await expect(row).toContainText("Has not signed in yet");
  await expect(people.filter({ hasText: addressOf(invited) })).toContainText("invited as editor");
  await atEverySize(page, () => expectAccessible(page));
  await row.getByRole("button", { name: `Remove ${colleague}` }).click();
  const question = page.getByRole("dialog", { name: "Remove this person?" });
  await expect(question).toContainText(addressOf(colleague));
  await expect(question).toContainText("The business keeps its places and cases.");
  await atEverySize(page, () => expectAccessible(page));
  await question.getByRole("button", { name: "Keep" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: `Remove ${colleague}` }).click();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(toast(page)).toContainText(`${colleague} removed`);
  await expect(row).toHaveCount(0);
  await expect(list(page, name).getByRole("heading", { name: "People" })).toBeFocused();
  await expect(
    people.filter({ hasText: "Amina Example" }).getByRole("button", { name: /^Remove/ }),
  ).toHaveCount(0);
});
