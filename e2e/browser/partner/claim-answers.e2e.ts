import type { Page } from "@playwright/test";
import { asStaff, claim, dialog, freshPlace, inDialog, partnerIn } from "../../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 400/ }); // the empty answer

const QUESTION = "Please send the back of the license.";
const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });
const FILE = {
  name: "back.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test("a partner answers our question about a claim with a file and a text, and withdraws the claim", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  const id = await claim(context, place);
  await asStaff(`/api/reviews/claims/${id}`, { decision: "more", notes: QUESTION });
  await page.goto("/partner");
  await page.getByRole("button", { name: `Answer about your claim: ${place.name}` }).click();
  const mine = card(page, place.name);
  await expect(page.getByRole("listitem").filter({ has: mine })).toBeFocused();
  await expect(mine).toContainText(`We need a little more from you: ${QUESTION}`);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Partner Portal · /);
    await expectAccessible(page);
  });

  await test.step("sends documents", async () => {
    await mine.getByRole("button", { name: "Send documents" }).click();
    await expect(dialog(page)).toContainText(QUESTION);
    await atEverySize(page, () => expectAccessible(page));
    const send = dialog(page).getByRole("button", { name: "Send", exact: true });
    await send.click();
    await expect(inDialog(page, "Your answer")).toHaveAccessibleDescription("Send at least one document");
    await dialog(page).locator("input[type=file]").first().setInputFiles([FILE]);
    await expect(dialog(page).getByText("Uploaded", { exact: true })).toBeVisible();
    await inDialog(page, "Your answer").fill("It names my brother.");
    await send.click();
    await expect(toast(page)).toContainText(/Your documents arrived.*We answer by /);
    await expect(mine).toContainText(`You answered our question: ${QUESTION}`);
    await expect(mine.getByRole("button", { name: "Withdraw" })).toBeFocused();
  });

  await test.step("keeps the claim: the focus is back in the same task, before a reload could look for it", async () => {
    await mine.getByRole("button", { name: "Withdraw" }).click();
    await dialog(page).getByRole("button", { name: "Keep the claim" }).focus();
    const focused = await page.evaluate(async () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement) activeElement.click();
      await Promise.resolve();
      return document.activeElement?.textContent;
    });
    expect(focused).toBe("Withdraw");
  });

  await test.step("withdraws", async () => {
    await mine.getByRole("button", { name: "Withdraw" }).click();
    await expect(dialog(page)).toContainText("You can claim the place again later");
    await atEverySize(page, () => expectAccessible(page));
    await dialog(page).getByRole("button", { name: "Withdraw the claim" }).click();
    await expect(toast(page)).toContainText("Your claim is withdrawn");
    await expect(mine).toContainText("You withdrew this claim.");
    await expect(page.getByRole("tab", { name: /^Claims/ })).toBeFocused();
    await expect(mine.getByRole("button", { name: "Claim again" })).toBeVisible();
  });
});
