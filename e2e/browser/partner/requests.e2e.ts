import type { Page } from "@playwright/test";
import { dialog, freshPlace, inDialog, partnerIn, press, tab } from "../../harness/browser/partner.ts";
import { refuse } from "../../harness/browser/refuse.ts";
import { expect, expectAccessible, SIZES, test } from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";
import { callsTo } from "../../harness/browser/waitlist-card.ts";

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });
const send = (page: Page, name = "Submit Request") => dialog(page).getByRole("button", { name }).click();
const some = () => `Qx${crypto.randomUUID().slice(0, 8)} Market`;

interface Typed {
  readonly name: string;
  readonly address?: string;
  readonly city?: string;
}

async function fill(page: Page, { name, address = "18 Park Row", city = "Toledo" }: Typed): Promise<void> {
  await inDialog(page, "Business Name*").fill(name);
  await inDialog(page, "Category*").selectOption("grocery");
  await inDialog(page, "Address*").fill(address);
  await inDialog(page, "City*").fill(city);
  await inDialog(page, "State*").fill("mi");
}

async function open(page: Page): Promise<void> {
  await partnerIn(page.context());
  await page.goto("/partner");
  await press(page, "Request New Business Location");
}

test("a request shows errors at its fields, is sent once and is listed", async ({ page }) => {
  const calls = callsTo(page, "requests.submit");
  await open(page);
  await send(page);
  await expect(toast(page)).toContainText("Please fill in all required fields");
  await expect(inDialog(page, "Business Name*")).toBeFocused();
  for (const label of ["Business Name*", "Category*", "Address*", "City*", "State*"]) {
    await expect(inDialog(page, label)).toHaveAccessibleDescription(/is required$/);
  }
  await expect(inDialog(page, "Category*").locator("option")).toHaveText([
    "Choose one",
    "Restaurant",
    "Mosque",
    "Grocery Store",
    "Services",
    "Retail Store",
  ]);
  await expect(inDialog(page, "State*")).toHaveAttribute("placeholder", "e.g. NY");
  await expect(inDialog(page, "Subcategory")).toHaveAttribute("placeholder", "e.g. halal restaurant");
  await expect(inDialog(page, "Phone")).toHaveAttribute("type", "tel");
  await expect(inDialog(page, "Website")).toHaveAttribute("type", "url");
  const name = some();
  await fill(page, { name });
  await inDialog(page, "State*").pressSequentially("chigan");
  await expect(inDialog(page, "State*")).toHaveValue("MI");
  await inDialog(page, "ZIP Code").fill("123");
  await inDialog(page, "Phone").pressSequentially("4195550188"); // no listed place has it
  await expect(inDialog(page, "Phone")).toHaveValue("(419) 555-0188");
  await inDialog(page, "Website").fill("market.example.org");
  await inDialog(page, "Halal Certificate").fill("HFSAA 1");
  await send(page);
  await expect(inDialog(page, "ZIP Code")).toBeFocused();
  await expect(inDialog(page, "ZIP Code")).toHaveAccessibleDescription(/ZIP code/);
  expect(calls).toHaveLength(0);
  await inDialog(page, "ZIP Code").fill("43604");
  await dialog(page).getByRole("button", { name: "Submit Request" }).dblclick();
  await expect(toast(page)).toContainText("Request submitted");
  await expect(tab(page, "Requests (1)")).toHaveAttribute("aria-selected", "true");
  await expect(tab(page, "Requests (1)")).toBeFocused();
  for (const said of [
    name,
    "Pending",
    "18 Park Row",
    "Toledo, MI",
    "Grocery Store",
    "Submitted",
    "In review",
  ]) {
    await expect(card(page, name)).toContainText(said);
  }
  expect(calls).toHaveLength(1);
});

test("a possible duplicate is shown before sending and can be claimed or ignored", async ({ page }) => {
  const place = await freshPlace();
  await open(page);
  await fill(page, { ...place, name: place.name.replace("Grill", "Gril") });
  await send(page);
  const lookalike = dialog(page).getByRole("region", { name: /^This looks like/ });
  await expect(lookalike).toContainText(place.name);
  await expect(lookalike.getByRole("heading")).toBeFocused();
  await lookalike.getByRole("button", { name: `Claim ${place.name}` }).click();
  await expect(dialog(page)).toHaveAccessibleName(`Claim ${place.name}`);
  await page.keyboard.press("Escape");
  await press(page, "Request New Business Location");
  await expect(lookalike).toBeVisible();
  await send(page, "Send anyway");
  await expect(tab(page, "Requests (1)")).toBeVisible();
});

test("places that look alike show while the address is typed, and the field keeps the focus", async ({
  page,
}) => {
  const place = await freshPlace();
  await open(page);
  await fill(page, { ...place, name: place.name.replace("Grill", "Gril") });
  await inDialog(page, "Address*").focus();
  const lookalike = dialog(page).getByRole("region", { name: /^This looks like/ });
  await expect(lookalike).toContainText(place.name);
  await expect(inDialog(page, "Address*")).toBeFocused();
  await expect(dialog(page).getByRole("button", { name: "Submit Request" })).toBeVisible();
  await inDialog(page, "Business Name*").fill(some());
  await inDialog(page, "Address*").fill("900 Nowhere Rd");
  await expect(lookalike).toHaveCount(0);
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /status of (409|503)/ });

  test("a request for a listed place shows that place", async ({ page }) => {
    const place = await freshPlace();
    await open(page);
    await page.route(/requests\.duplicates/, (route) =>
      refuse(route, { status: 503, code: "UNAVAILABLE", sentence: "Away" }),
    );
    await fill(page, place);
    await send(page);
    await expect(toast(page)).toContainText("Failed to submit request");
    await expect(toast(page)).toContainText(/409: \w/);
    const same = dialog(page).getByRole("region", { name: "This place is listed already" });
    await expect(same).toContainText(place.address);
    await expect(same.getByRole("button", { name: `Claim ${place.name}` })).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Send anyway" })).toHaveCount(0);
    await expect(inDialog(page, "Address*")).toHaveValue(place.address);
  });
});

/** The frame around the dialog is looked at in every size and scheme elsewhere. */
for (const [colorScheme, viewport] of [
  ["light", SIZES[0]],
  ["dark", SIZES.at(-1)],
] as const) {
  test(`the request dialog has no accessibility violations, ${colorScheme}, ${viewport?.width} px`, async ({
    page,
  }) => {
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const place = await freshPlace();
    await open(page);
    await fill(page, { ...place, name: place.name.replace("Grill", "Gril") });
    await send(page);
    await expect(dialog(page).getByRole("region", { name: /^This looks like/ })).toBeVisible();
    await expectAccessible(page);
  });
}
