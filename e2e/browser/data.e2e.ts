import { importPlaces } from "../harness/browser/places.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../harness/browser/screen.ts";
import { someName } from "../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE });

for (const [path, title, link] of [
  ["/data", "Where our data comes from", "What we promise"],
  ["/promises", "What we promise", "Where our data comes from"],
] as const)
  test(`${path} is well formed at 390 and 1440 px, in the footer, and leads to where one can see it`, async ({
    page,
  }) => {
    await page.goto("/places");
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: path === "/data" ? "Data" : "Promises" })
      .click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await atEverySize(page, async () => {
      await expectWellFormed(page, new RegExp(`^${title} · `));
      await expectAccessible(page);
    });
    const links = await page.getByRole("article").getByRole("link").all();
    const hrefs = await Promise.all(links.map((each) => each.getAttribute("href")));
    for (const href of new Set(hrefs.filter((each) => each?.startsWith("/"))))
      expect([href, (await page.request.get(href ?? "")).status()]).toEqual([href, 200]);
    await page.getByRole("article").getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(link);
  });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("both pages and the line of a place are whole, and the line leads to the page", async ({ page }) => {
    const name = someName("Sourced");
    await importPlaces([{ name }]);
    await page.goto("/promises");
    await expect(page.getByRole("heading", { name: "No one pays for a rank" })).toBeVisible();
    await page.goto(`/places?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByText("Address from a list shared with our team.")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Where our data comes from" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Where our data comes from");
    await expect(page.getByRole("link", { name: "ODbL-1.0" })).toBeVisible();
  });
});
