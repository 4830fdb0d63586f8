import { asStaff } from "../../harness/browser/partner.ts";
import { importPlaces } from "../../harness/browser/places.ts";
import { expect, expectGoodScreen, PHONE, test } from "../../harness/browser/screen.ts";
import { open, toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 400/ }); // an unknown city

test("visitors see where people wait, choose their city and learn how it gets there", async ({
  page,
  request,
}) => {
  const html = await (await request.get("/cities")).text();
  expect(html).not.toMatch(/ style=|<style/);
  expect(html).toContain("How your city gets there");
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Cities" }).click();
  const city = page.getByRole("combobox", { name: "City and state" });
  await city.fill("Nowhere at all");
  await page.getByRole("button", { name: "Show my city" }).click();
  await expect(page.getByText("We do not know this city.")).toBeVisible();
  await city.fill("");
  await city.pressSequentially("dearb");
  await page.getByRole("option", { name: "Dearborn, MI" }).click();
  await page.getByRole("button", { name: "Show my city" }).click();
  await expect(page.getByRole("heading", { name: "Around Detroit, MI" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Ann Arbor, MI" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Join Waitlist" })).toHaveAttribute(
    "href",
    "/#beta",
  );
  await expectGoodScreen(page, /^Cities/);
});

test("visitors go from the list of cities to the page of one, and from there to a place and back", async ({
  page,
  request,
}) => {
  const name = `Cedar ${crypto.randomUUID().slice(0, 8)}`;
  await importPlaces([
    { name, at: [-83.18, 42.32] },
    { name: `Masjid ${name}`, category: "mosque", at: [-83.19, 42.33] },
  ]);
  await asStaff("/api/admin/cities", {}, "GET"); // counts what is there
  const { slug, name: city, state } = await (await request.get("/api/cities/dearborn-mi")).json();
  await page.goto("/cities");
  const table = page.getByRole("table", { name: "Cities with their people and places" });
  await expect(table.getByRole("link").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_500);
  await page.goto("/cities/numbers");
  await expectGoodScreen(page, /^All cities/);
  await page.getByRole("link", { name: "Detroit, MI", exact: true }).click();
  await page.getByRole("link", { name: `${city}, ${state}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/cities/${slug}$`));
  const main = page.getByRole("main");
  await expect(main.getByText(/^Detroit: fewer than 10 (waiting|of \d+ to open)$/)).toBeVisible();
  await expect(main.getByRole("link", { name: "Join Waitlist" })).toHaveAttribute("href", "/#beta");
  await expectGoodScreen(page, new RegExp(`^Halal food in ${city}, ${state}`));
  const kinds = page.getByRole("navigation", { name: "By kind" });
  await kinds.getByRole("link", { name: /^Masjids/ }).click();
  await expect(page).toHaveURL(/\?category=mosque#kinds$/);
  await expect(main.getByRole("link", { name: `Masjid ${name}` })).toBeVisible();
  await expectGoodScreen(page, new RegExp(`^Masjids in ${city}, ${state}`));
  await kinds.getByRole("link", { name: /^All/ }).click();
  await page
    .getByRole("region", { name: `Places in ${city}` })
    .locator("a[href^='/places/']")
    .first()
    .click();
  await expect(page).toHaveURL(/\/places\/[a-z0-9-]+-dearborn-mi-\w{8}$/);
  await page.getByRole("navigation", { name: "You are here" }).getByRole("link", { name: city }).click();
  await expect(page).toHaveURL(new RegExp(`/cities/${slug}$`));
});

test("staff see the ranking of cities and set how many people one needs", async ({ page }) => {
  await open(page, "/admin/cities");
  const bar = page.getByRole("textbox", { name: "Confirmed people" });
  await bar.fill("none");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(bar).toBeFocused();
  await expect(page.getByText("This must be a whole number from 1 to 1,000,000").first()).toBeVisible();
  await bar.fill("25");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("The number is saved");
  await expect(page.getByRole("img", { name: /^A map of the USA and Canada/ })).toBeVisible();
  await expectGoodScreen(page, /^Cities/);
});
