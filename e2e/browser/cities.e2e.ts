import { expect, expectAccessible, expectWellFormed, SIZES, test } from "../harness/browser/screen.ts";
import { open, toast } from "../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of 400/ }); // an unknown city

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport });

    test("visitors see where people wait, choose their city and learn how it gets there", async ({
      page,
      request,
    }) => {
      const html = await (await request.get("/cities")).text();
      expect(html).not.toMatch(/ style=|<style/);
      expect(html).toContain("How your city gets there");
      await page.goto("/");
      await page.getByRole("contentinfo").getByRole("link", { name: "Cities" }).click();
      await expectWellFormed(page, /^Cities/);
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
      await expect(page.getByRole("link", { name: "Join the waitlist" }).last()).toHaveAttribute(
        "href",
        "/#beta",
      );
      await expectWellFormed(page, /^Cities/);
      await expectAccessible(page);
    });

    test("staff see the ranking of cities and set the bar", async ({ page }) => {
      await open(page, "/admin/cities");
      await expectWellFormed(page, /^Cities/);
      const bar = page.getByRole("textbox", { name: "Confirmed people" });
      await bar.fill("none");
      await page.getByRole("button", { name: "Set the bar" }).click();
      await expect(bar).toBeFocused();
      await expect(
        page.getByText("The bar must be a whole number from 1 to 1,000,000").first(),
      ).toBeVisible();
      await bar.fill("25");
      await page.getByRole("button", { name: "Set the bar" }).click();
      await expect(toast(page)).toContainText("The bar is set");
      await expect(page.getByRole("img", { name: /^A map of the USA and Canada/ })).toBeVisible();
      await expectWellFormed(page, /^Cities/);
      await expectAccessible(page);
    });
  });
}
