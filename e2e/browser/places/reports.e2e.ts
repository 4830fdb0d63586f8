import { asStaff, claim, freshPlace, idOf, partnerIn } from "../../harness/browser/partner.ts";
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

test.use({ viewport: PHONE, expectedInConsole: /status of 4(?:00|15)/ }); // the empty report and the wrong file

const WORDS = "Bilal told me that the lamb is not halal.";
const REPLY = "Bilal is new. Our lamb comes from a certified butcher.";
const FOUND = "We asked the butcher, and the lamb is halal.";

/** A PNG of one point. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a visitor reports a place without JavaScript, the owner replies, staff close it, and its page shows both", async ({
  browser,
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  const poiId = await idOf(context, place);
  const claimId = await claim(context, place);
  await asStaff(`/api/reviews/claims/${claimId}`, { decision: "approved", notes: "Yes" });

  await test.step("a visitor sends the form", async () => {
    const visiting = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const visitor = await visiting.newPage();
    await visitor.goto(`/places/${poiId}`);
    await visitor.getByRole("link", { name: "Report a problem" }).click();
    const back = await visitor.getByRole("link", { name: "Back to the place" }).boundingBox();
    expect(back?.height).toBeGreaterThanOrEqual(44);
    await visitor.getByRole("button", { name: "Send the report" }).click();
    await expect(visitor.getByText("Please choose what is wrong")).toBeVisible();
    await expect(visitor.getByText("Please write what you noticed")).toBeVisible();
    await visitor.getByRole("radio", { name: "It is not halal" }).check();
    await visitor.getByLabel("What did you notice?").fill(WORDS);
    await visitor.getByLabel("Photo (optional)").setInputFiles({
      name: "wrong.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("no photo"),
    });
    await visitor.getByRole("button", { name: "Send the report" }).click();
    await expect(visitor.getByText("Only JPEG and PNG photos can be sent")).toBeVisible();
    const photo = visitor.getByLabel("Photo (optional)");
    await photo.setInputFiles({ name: "menu.png", mimeType: "image/png", buffer: PIXEL });
    await visitor.getByLabel("Email (optional)").fill("guest");
    await visitor.getByRole("button", { name: "Send the report" }).click();
    await expect(photo).toHaveAccessibleDescription(/^Your photo was not kept\. Please choose it again\./);
    await expect(visitor.getByLabel("What did you notice?")).toHaveValue(WORDS);
    await photo.setInputFiles({ name: "menu.png", mimeType: "image/png", buffer: PIXEL });
    await visitor.getByLabel("Email (optional)").fill("guest@example.org");
    await visitor.getByRole("button", { name: "Send the report" }).click();
    await expect(visitor.getByRole("heading", { name: "Thank you for your report" })).toBeVisible();
    await visiting.close();
  });

  await test.step("the owner replies", async () => {
    await page.goto("/partner");
    const tab = page.getByRole("tab", { name: /^Reports/ });
    await expect(tab).toBeInViewport({ ratio: 1 });
    await tab.click();
    await expect(page.getByText(WORDS)).toBeVisible();
    await expect(page.getByText(/^Please reply by .* After that we may decide/)).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, /Partner Portal/);
      await expectAccessible(page);
    });
    await page.getByRole("button", { name: "Send my reply" }).click();
    await expect(page.getByRole("textbox", { name: "Your reply" })).toHaveAccessibleDescription(
      /Please write your reply$/,
    );
    await page.getByRole("textbox", { name: "Your reply" }).fill("First words");
    await page.getByRole("button", { name: "Send my reply" }).click();
    const change = page.getByRole("button", { name: "Change my reply" });
    await expect(change).toBeFocused();
    await change.click();
    await page.getByRole("textbox", { name: "Your reply" }).fill(REPLY);
    let sent = 0;
    page.on("request", (request) => {
      if (/reports\.reply/.test(request.url())) sent += 1;
    });
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/reports\.list/, (route) => held.then(() => route.continue()));
    await page.getByRole("button", { name: "Send my reply" }).click();
    await expect(toast(page)).toContainText("Your reply is saved");
    await page.getByRole("button", { name: "Send my reply" }).click(); // before the list is loaded again
    letGo();
    await expect(page.getByText(REPLY)).toBeVisible();
    expect(sent).toBe(1);
  });

  await test.step("staff take a name out and close it", async () => {
    await signInShared(context, "admin");
    await page.goto("/admin/reviews?tab=reports");
    await page.getByRole("link", { name: place.name }).click();
    await expect(page.getByRole("heading", { name: place.name })).toBeFocused();
    await expect(page.getByRole("heading", { name: "Photo from the visitor" })).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, /Reviews/);
      await expectAccessible(page);
    });
    const close = page.getByRole("button", { name: "Close and publish" });
    await page.getByLabel("What we found").fill(FOUND);
    await page.reload();
    await expect(page.getByLabel("What we found")).toHaveValue(FOUND);
    for (const name of ["The visitor's words, as published", "The owner's reply, as published"]) {
      const field = page.getByLabel(name);
      await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, "Bilal".length));
      await page.locator("div.field", { has: field }).getByRole("button").click();
    }
    const preview = page.locator(".decision-preview");
    await expect(preview).toContainText("[removed by staff] told me that the lamb is not halal.");
    const words = page.getByLabel("The visitor's words, as published");
    const shortened = await words.inputValue();
    await words.fill("He lied.");
    await close.click();
    await expect(page.getByText(/^Only take words out here/).first()).toBeVisible();
    await words.fill(shortened);
    await close.click();
    await expect(page.getByRole("heading", { name: "On the place's page" })).toBeVisible();
    await expect(page.getByRole("heading", { name: place.name })).toBeFocused();
  });

  await test.step("the owner has no open report any more", async () => {
    await page.goto("/partner");
    await expect(page.getByRole("tab", { name: /^My POIs/ })).toContainText("1");
    await expect(page.getByRole("tab", { name: /^Reports/ })).toHaveCount(0);
  });

  await test.step("the page of the place shows both", async () => {
    await page.goto(`/places/${poiId}`);
    for (const shown of [
      "[removed by staff] told me that the lamb is not halal.",
      "[removed by staff] is new. Our lamb comes from a certified butcher.",
      FOUND,
    ])
      await expect(page.getByText(shown)).toBeVisible();
    await expect(page.getByText("Bilal")).toHaveCount(0);
    await page.goto(`/places/${poiId}/report`);
    await atEverySize(page, async () => {
      await expectWellFormed(page, new RegExp(place.name));
      await expectAccessible(page);
    });
  });
});
