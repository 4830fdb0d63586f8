import { importPlaces } from "../../harness/browser/places.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";

const WORD = `Qx${crypto.randomUUID().slice(0, 8)}`;
const BOX = "A name, a dish or a city";
const PLACES = [
  { name: `${WORD} Grill`, at: [-83.18, 42.32] },
  { name: `${WORD} Kitchen`, at: [-83.05, 42.36] },
  ...Array.from({ length: 20 }, (_, n) => ({ name: `${WORD} Table ${n + 1}`, at: [-83.4 + n / 100, 42.3] })),
] as const;

test.use({ viewport: PHONE });
test.beforeAll(() =>
  importPlaces(PLACES.map(({ name, at: [east, north] }) => ({ name, at: [east, north] }))),
);

test("a visitor without an idea starts with an example or a city", async ({ page }) => {
  await page.goto("/places");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Find halal food, masjids and Muslim-owned shops/);
    await expectAccessible(page);
  });
  await page.getByRole("link", { name: "Dearborn, MI" }).click();
  await expect(page.getByLabel(BOX)).toHaveValue("Dearborn, MI");
  await expect(page.getByRole("heading", { level: 2, name: /places? in Dearborn, MI$/ })).toBeVisible();
});

test("suggestions open while one types, and the keys lead through them", async ({ page }) => {
  await page.goto("/places");
  const box = page.getByRole("combobox", { name: BOX });
  await box.pressSequentially("dearb");
  const option = page.getByRole("option", { name: "Dearborn, MI", exact: true });
  await expect(option).toBeVisible();
  await box.press("ArrowDown");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await expectAccessible(page);
  await box.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await box.fill(WORD.toLowerCase());
  await page.getByRole("option", { name: `${WORD} Grill, Dearborn, MI` }).hover();
  await box.press("ArrowUp");
  await expect(page.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
  await box.fill("restau");
  await page.getByRole("option", { name: "Restaurants" }).click();
  await expect(page).toHaveURL(/\/places\?category=restaurant$/);
});

test("results are on a map, lead to four map services, and go on on a second page", async ({ page }) => {
  await page.goto(`/places?q=${WORD}`);
  const places = page.getByRole("region", { name: "Places found" }).getByRole("listitem");
  await expect(page.getByRole("heading", { level: 2, name: "22 places" })).toBeVisible();
  await expect(page.getByText("No map service sees what you search for.")).toBeVisible();
  const first = places.filter({ hasText: `${WORD} Grill` });
  await first.getByText("Directions").click();
  for (const service of ["Apple Maps", "Google Maps", "Waze", "OpenStreetMap"])
    await expect(first.getByRole("link", { name: service })).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Find halal food, masjids and Muslim-owned shops/);
    await expectAccessible(page);
  });
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("link", { name: "Previous page" })).toBeVisible();
});

test("a typing error is corrected with a way to the words as typed, and most of the words are said to be enough", async ({
  page,
}) => {
  const typed = `${WORD} kichen`;
  await page.goto(`/places?${new URLSearchParams({ q: typed })}`);
  await expect(page.getByText(`Results for ${WORD} kitchen.`)).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Find halal food, masjids and Muslim-owned shops/);
    await expectAccessible(page);
  });
  await page.getByRole("link", { name: `Search for “${typed}” as typed` }).click();
  await expect(page.getByText("We know no place by that name")).toBeVisible();
  await page.getByLabel(BOX).fill(`${WORD} zorbing kitchen`);
  await page.getByLabel(BOX).press("Enter");
  await expect(
    page.getByText("No place matches all of these words. These match most of them."),
  ).toBeVisible();
  await expect(page).not.toHaveURL(/exact/);
});

test("a search without a result has ways on", async ({ page }) => {
  await page.goto(`/places?q=${WORD}&tier=verified`);
  await expect(page.getByText("No place matches all of these")).toBeVisible();
  await expect(page.getByRole("link", { name: "tell us about it" })).toHaveAttribute(
    "href",
    `/places/suggest?name=${WORD}`,
  );
  await expect(page.getByRole("link", { name: "For owners: add your place" })).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Find halal food, masjids and Muslim-owned shops/);
    await expectAccessible(page);
  });
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "22 places" })).toBeVisible();
  await page.getByLabel(BOX).fill(`${WORD} open now`);
  await page.getByLabel(BOX).press("Enter");
  await expect(page.getByText("We don't know of any that are open right now")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open now" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("heading", { level: 2, name: "22 places" })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});

test.describe("with a position", () => {
  test.use({ geolocation: { latitude: 42.3201, longitude: -83.1801 }, permissions: ["geolocation"] });

  test("what is near comes first, and no address has the position", async ({ page }) => {
    await page.goto("/places");
    await page.getByLabel(BOX).fill(`${WORD} near me`);
    await page.getByLabel(BOX).press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: "22 places near you" })).toBeFocused();
    const names = page.getByRole("heading", { level: 3 });
    await expect(names.first()).toHaveText(`${WORD} Grill`);
    await expect(page.getByText("0.0 mi (0.0 km) away")).toBeVisible();
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(names).toHaveCount(2);
    expect(page.url()).not.toContain("42.3");
    await page.getByRole("button", { name: "Near me" }).click();
    await expect(names.first()).toHaveText(`${WORD} Grill`);
    expect(page.url()).not.toContain("42.3");
  });
});

test.describe("without a position", () => {
  test.use({ permissions: [] });

  test("a search for what is near asks for a city instead", async ({ page }) => {
    await page.goto("/places?q=halal+near+me");
    await expect(page.getByText("To find what is near you")).toBeVisible();
    await page.getByRole("button", { name: "Near me" }).click();
    await expect(page.getByText("Type a city or a ZIP code instead")).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the box, the filters, the pages and the directions work", async ({ page }) => {
    await page.goto("/places");
    await expect(page.getByRole("button", { name: "Near me" })).toBeHidden();
    await page.getByLabel(BOX).fill(`${WORD.toLowerCase()} dearborn`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "Restaurants" }).click();
    await expect(page.getByRole("heading", { level: 2, name: /^\d+ places in Dearborn, MI$/ })).toBeVisible();
    await page
      .getByText(/^Directions/)
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Waze" }).first()).toBeVisible();
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(/category=restaurant&page=2$/);
  });
});
