import { takeIn } from "../../../harness/browser/intakes.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { openAsNew, someName } from "../../../harness/browser/staff-lists.ts";

const CITY = "Escanaba";

test("places of a file are checked one by one with two keys, and the city counts how many were right", async ({
  page,
}) => {
  const names = [1, 2, 3].map((n) => someName(`Lake Grill ${n}`));
  await takeIn(
    "geojson",
    CITY,
    names.map((name, n) => ({ name, address: `${100 + n} Ludington St`, city: CITY })),
  );
  await openAsNew(page, "/admin/reviews", "partner_manager");
  await page.getByLabel("Kind").selectOption({ label: await optionOf(page, /^Places to check/) });
  await page.getByLabel("City").selectOption({ label: `${CITY}, MI (3)` });
  const place = page.getByRole("article", { name: "Place to check" });
  const nameOf = async () => (await place.getByRole("heading").textContent()) ?? "";
  await expect(page.getByText("0 of 3 checked")).toBeVisible();
  await expect(place).not.toContainText(/geojson|2026-11/i);
  for (const link of ["Search on a map", "Search the web"])
    await expect(place.getByRole("link", { name: link })).toHaveAttribute("rel", /noopener/);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });

  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["It is right", "It is wrong"])
    expect([name, await isOnTop(place.getByRole("button", { name }))]).toEqual([name, true]);
  await expect(page.getByRole("button", { name: "Keys" })).toBeHidden();
  await page.setViewportSize({ width, height });

  const first = await nameOf();
  await page.keyboard.press("y");
  await expect(page.getByText("1 of 3 checked")).toBeVisible();
  await expect(place.getByRole("heading")).not.toHaveText(first);
  await page.keyboard.press("n");
  await expect(page.getByLabel("What is wrong (optional)")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("What is wrong (optional)")).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(place.getByRole("heading")).toHaveText(first);
  await place.getByRole("button", { name: "It is wrong" }).click();
  await page.getByLabel("What is wrong (optional)").fill("A bank");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 3 checked")).toBeVisible();
  await expect(place.getByRole("heading")).not.toHaveText(first);
  const second = await nameOf();
  await page.keyboard.press("y");
  await expect(place.getByRole("heading")).not.toHaveText(second);
  await page.keyboard.press("y");
  await expect(place.getByRole("heading", { name: "Lake Grill" })).toHaveCount(0);

  const city = await page.request.get("/api/cities/escanaba-mi");
  expect((await city.json()).precision).toMatchObject([{ source: "geojson", right: 2, of: 3 }]);
  await page.goto("/cities/escanaba-mi");
  await expect(page.getByRole("region", { name: "Checked by hand" })).toHaveCount(0); // too few to tell
});

/** In view without scrolling, and under no bar. */
const isOnTop = (button: import("@playwright/test").Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

const optionOf = async (page: import("@playwright/test").Page, name: RegExp): Promise<string> =>
  (await page.getByRole("option", { name }).textContent()) ?? "";
