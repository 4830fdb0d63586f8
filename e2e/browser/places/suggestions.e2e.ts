import { importPlaces } from "../../harness/browser/places.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { signInShared } from "../../harness/browser/staff.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 40[049]/ }); // the empty form, and a place that is listed

const WORD = crypto.randomUUID().slice(0, 8);
const MISSING = `Qamar Table ${WORD}`;

test("a visitor suggests a place without JavaScript, sees what it may be, and staff add it and undo it", async ({
  browser,
  page,
  context,
}) => {
  await importPlaces([{ name: `Qamar Tabel ${WORD}`, at: [-83.17, 42.31] }]);

  await test.step("a visitor sends the form", async () => {
    const visiting = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const visitor = await visiting.newPage();
    await visitor.goto(`/places/suggest?name=${encodeURIComponent(MISSING)}`);
    await expect(visitor.getByLabel("Name of the place")).toHaveValue(MISSING);
    await visitor.getByLabel("Name of the place").fill("");
    await visitor.getByRole("button", { name: "Send the suggestion" }).click();
    await expect(visitor.getByText("Name is required")).toBeVisible();
    await visitor.getByLabel("Name of the place").fill(MISSING);
    await visitor.getByLabel("Address (optional)").fill("1 Main St");
    await visitor.getByLabel("City (optional)").fill("Dearborn");
    await visitor.getByLabel("State or province (optional)").fill("Michigan");
    await visitor.getByLabel(/^Why should it be listed/).fill("Best lamb in town");
    await visitor.getByLabel("Email (optional)").fill("guest@example.org");
    await visitor.getByRole("button", { name: "Send the suggestion" }).click();
    await expect(visitor.getByRole("heading", { name: "Is it one of these?" })).toBeVisible();
    await expect(visitor.getByRole("link", { name: `Qamar Tabel ${WORD}` })).toBeVisible();
    await visitor.getByRole("button", { name: "It is none of these: send it" }).click();
    await expect(visitor.getByRole("heading", { name: "Thank you for your suggestion" })).toBeVisible();
    await visitor.locator("summary", { hasText: "Menu" }).click();
    await expect(visitor.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(visitor.getByRole("contentinfo")).toBeVisible();
    await expect(visitor.getByText(/^Your reference is [A-Z]+-[A-Z]+-\d{4}\.$/)).toBeVisible();
    await visiting.close();
  });

  await test.step("the form is accessible at every size", async () => {
    await page.goto("/places/suggest");
    await atEverySize(page, async () => {
      await expectWellFormed(page, /Suggest a missing place/);
      await expectAccessible(page);
    });
  });

  await test.step("staff open it, with the listed place that it may be", async () => {
    await signInShared(context, "admin");
    await page.goto("/admin/reviews?tab=suggestions");
    await page.getByRole("link", { name: MISSING }).click();
    await expect(page.getByRole("heading", { name: MISSING })).toBeFocused();
    await expect(page.getByText("Best lamb in town")).toBeVisible();
    await expect(page.getByText(`Qamar Tabel ${WORD}`).first()).toBeVisible();
    await page.getByRole("button", { name: "Do not add it" }).click();
    await expect(page.getByLabel("Is it listed already?")).toBeFocused();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Add the place" }).click();
    await atEverySize(page, async () => {
      await expectWellFormed(page, /Reviews/);
      await expectAccessible(page);
    });
  });

  await test.step("add the place, and undo it", async () => {
    await page.getByLabel("Address", { exact: true }).fill("");
    await page.getByLabel("ZIP code").fill("48126");
    await page.getByLabel("Address", { exact: true }).fill("2 Main St");
    await page.getByRole("button", { name: "Add this place" }).click();
    await expect(toast(page)).toContainText("Place added");
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("heading", { name: MISSING })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add the place" })).toBeVisible();
    await page.getByRole("button", { name: "Do not add it" }).click();
    await page.getByLabel("Is it listed already?").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Close the suggestion" }).click();
    await expect(toast(page)).toContainText("Suggestion closed");
    await page.getByLabel("Show").selectOption("decided");
    await page.getByRole("link", { name: MISSING }).click();
    await expect(page.getByText("It is listed already:")).toBeVisible();
  });
});
