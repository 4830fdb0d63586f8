import type { Page } from "@playwright/test";
import {
  asStaff,
  box,
  claim,
  dialog,
  freshPlace,
  idOf,
  inDialog,
  partnerIn,
  press,
  tab,
} from "../../harness/browser/partner.ts";
import { refuse } from "../../harness/browser/refuse.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";

const PORTAL = "/partner";
const results = (page: Page) => page.getByRole("region", { name: "Search results" });
const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

test("the search finds places from one character on, and the URL keeps the search", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  const word = place.name.split(" ")[1] ?? "";
  await page.goto(PORTAL);
  await expect(page.getByText("Searching for")).toHaveCount(0);
  await box(page).fill("S");
  await expect(page.getByText('Searching for "S" (1 character)')).toBeVisible();
  await expect(results(page).getByRole("article").first()).toBeVisible();
  await box(page).fill(word);
  await expect(page.getByText(`Searching for "${word}" (${word.length} characters)`)).toBeVisible();
  await expect(results(page).getByRole("status")).toHaveText("1 place found");
  const found = card(page, place.name);
  for (const said of [
    "Not verified",
    place.address,
    `${place.city}, MI`,
    "Restaurant",
    "Lebanese",
    "(313) 555-0101",
    "HFSAA 20417",
  ]) {
    await expect(found).toContainText(said);
  }
  await expect(found.locator("mark")).toHaveText(word);
  await expect(page).toHaveURL(new RegExp(`q=%?2?2?${word}`));
  await page.reload();
  await expect(box(page)).toHaveValue(word);
  await expect(found).toBeVisible();
  await page.getByLabel("Category", { exact: true }).selectOption("Mosque");
  await expect(page.getByText("No results found.")).toBeVisible();
  const choices = page.getByLabel("Category", { exact: true }).locator("option");
  await expect(choices).toHaveText([
    "All Categories",
    "Restaurant",
    "Mosque",
    "Grocery Store",
    "Services",
    "Retail Store",
  ]);
  await page.getByLabel("Category", { exact: true }).selectOption("All Categories");
  await page.getByLabel("City (optional)").fill("Nowhere");
  await expect(page).toHaveURL(/city=Nowhere/);
  await expect(page.getByText("No results found.")).toBeVisible();
  await page.getByLabel("City (optional)").fill(place.city);
  await expect(found).toBeVisible();
});

test("a place is found by its phone and street, and one that was typed wrong is offered by name", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  const [first = "", word = ""] = place.name.split(" ");
  const last = String(1_000 + (Number.parseInt(word.slice(0, 4), 16) % 9_000)); // other places have another number
  await asStaff(`/api/admin/pois/${await idOf(context, place)}`, { phone: `313556${last}` });
  await page.goto(PORTAL);
  await box(page).fill(`+1 313.556.${last}`);
  await expect(card(page, place.name)).toBeVisible();
  await press(page, "Request New Business Location");
  await expect(inDialog(page, "Phone")).toHaveValue(`(313) 556-${last}`);
  await page.keyboard.press("Escape");
  await box(page).fill(`${first.replace("ff", "f")} ${word}`);
  await expect(results(page)).toContainText("Did you mean");
  await expect(page.getByText("None of these?")).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await results(page)
    .getByRole("button", { name: `${place.name}, ${place.address}` })
    .click();
  await expect(dialog(page)).toHaveAccessibleName(place.name);
  await page.keyboard.press("Escape");
  await box(page).fill(place.name);
  await expect(results(page).getByRole("status")).toHaveText("1 place found");
  await expect(results(page)).not.toContainText("Did you mean");
});

test.describe("with a position", () => {
  test.use({ geolocation: { latitude: 42.32, longitude: -83.18 }, permissions: ["geolocation"] });

  test("the nearest places come first on request, and the URL does not keep where one is", async ({
    page,
    context,
  }) => {
    await partnerIn(context);
    await page.goto(`${PORTAL}?q=grill`);
    const asked = page.waitForRequest((request) =>
      decodeURIComponent(request.url()).includes("42.320,-83.180"),
    );
    await press(page, "Nearest first");
    await asked;
    await expect(page.getByRole("button", { name: "Nearest first" })).toHaveAttribute("aria-pressed", "true");
    expect(page.url()).not.toContain("42.3");
  });
});

test("each tab has a URL, and Back returns to the previous tab", async ({ page, context }) => {
  await partnerIn(context);
  await page.goto(PORTAL);
  await expect(page.getByRole("tab")).toHaveText([
    "Search POIs",
    "My POIs (0)",
    "Claims (0)",
    "Requests (0)",
  ]);
  for (const [name, text, address] of [
    [/My POIs/, "You don't have any claimed locations yet.", /tab=pois/],
    [/Claims/, "No ownership claims submitted yet.", /tab=claims/],
    [/Requests/, "No location requests submitted yet.", /tab=requests/],
  ] as const) {
    await tab(page, name).click();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page).toHaveURL(address);
  }
  await page.goBack();
  await expect(tab(page, /Claims/)).toHaveAttribute("aria-selected", "true");
  await tab(page, /Claims/).press("Home");
  await expect(box(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Request New Business Location" })).toBeVisible();
});

test("View shows a place with a link to a map and a button that starts a claim", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  await page.goto(`${PORTAL}?q=${encodeURIComponent(place.name)}`);
  const view = page.getByRole("button", { name: `View ${place.name}` });
  await view.click();
  const map = dialog(page).getByRole("link", { name: "Open in Google Maps" });
  await expect(map).toHaveAttribute("href", /google\.com\/maps\/search\/\?api=1&query=.*query_place_id=id-/);
  await expect(map).toHaveAttribute("rel", "noreferrer");
  await page.keyboard.press("Escape");
  await expect(view).toBeFocused();
  await view.click();
  await dialog(page)
    .getByRole("button", { name: /^Claim/ })
    .click();
  await expect(dialog(page)).toHaveAccessibleName(`Claim ${place.name}`);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(view).toBeFocused();
});

async function declareMeatFree(id: string): Promise<void> {
  const path = `/api/admin/pois/${id}/evidence`;
  await asStaff(path, { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true }, "POST");
  await asStaff(
    path,
    { kind: "visit", checkedAt: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) },
    "POST",
  );
}

test("an owned place cannot be claimed, and its ownership and its tier are shown separately", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const place = await freshPlace();
  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const owner = await partnerIn(other);
  await asStaff(`/api/reviews/claims/${await claim(other, place)}`, { decision: "approved" });
  await declareMeatFree(await idOf(other, place));
  await asStaff(`/api/partner-manager/partners/${owner.id}/verify`, {});
  await partnerIn(context);
  await page.goto(`${PORTAL}?q=${encodeURIComponent(place.name)}`);
  const found = card(page, place.name);
  await expect(found).toContainText("Already Claimed");
  await expect(found).toContainText("Friendly");
  await expect(found.getByRole("button", { name: /^Claim/ })).toHaveCount(0);
  const theirs = await other.newPage();
  await theirs.goto(`${PORTAL}?q=${encodeURIComponent(place.name)}`);
  await expect(card(theirs, place.name)).toContainText("Owned");
  await expect(theirs.getByText("Verified Partner")).toBeVisible();
  await tab(theirs, "My POIs (1)").click();
  for (const said of [place.name, "Friendly", place.address, "Restaurant", "(313) 555-0101", "Owned"]) {
    await expect(card(theirs, place.name)).toContainText(said);
  }
  await other.close();
});

test("an empty result offers a place request filled in with the search text", async ({ page, context }) => {
  await partnerIn(context);
  await page.goto(`${PORTAL}?city=Dearborn`);
  await box(page).fill("Qwxz Jkvq Zzyx");
  await expect(
    page.getByText("No results found. Would you like to request this location be added?"),
  ).toBeVisible();
  await press(page, "Request New Location");
  await expect(inDialog(page, "Business Name*")).toHaveValue("Qwxz Jkvq Zzyx");
  await expect(inDialog(page, "City*")).toHaveValue("Dearborn");
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /status of 503/ });

  test("the search shows progress, drops outdated responses and can be retried", async ({
    page,
    context,
  }) => {
    await partnerIn(context);
    const [first, second] = [await freshPlace(), await freshPlace()];
    const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
    await page.goto(PORTAL);
    await page.route(/pois\.search/, async (route) => {
      if (decodeURIComponent(route.request().url()).includes(first.name)) await late;
      await route.continue().catch(() => undefined); // the page has canceled it
    });
    await box(page).fill(first.name);
    await expect(results(page).getByText("Searching", { exact: true })).toBeVisible();
    await page.waitForRequest(/pois\.search/);
    await box(page).fill(second.name);
    await expect(card(page, second.name)).toBeVisible();
    letGo();
    await expect(card(page, first.name)).toHaveCount(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const away = { status: 503, code: "UNAVAILABLE", sentence: "The service is away for a moment" };
    await page.route(/pois\.search/, (route) => refuse(route, away));
    await box(page).fill(`${second.name}s`);
    await expect(page.getByText(`503: ${away.sentence}`)).toBeVisible();
    await page.unroute(/pois\.search/);
    await press(page, "Try again");
    await expect(card(page, second.name)).toBeVisible();
  });
});

test("the search is well formed and has no accessibility violations at 390 and 1440 px", async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE);
  await partnerIn(context);
  const { name } = await freshPlace();
  await page.goto(`${PORTAL}?q=${encodeURIComponent(name)}`);
  await expect(card(page, name)).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Partner Portal · /);
    await expectAccessible(page);
  });
  await page.getByRole("button", { name: `View ${name}` }).click();
  await expect(dialog(page).getByRole("link", { name: "Open in Google Maps" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});
