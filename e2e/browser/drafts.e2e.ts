import { freshPlace, inDialog, partnerIn, press } from "../harness/browser/partner.ts";
import * as inquiry from "../harness/browser/partnership-dialog.ts";
import { addPartner, claim } from "../harness/browser/review-cases.ts";
import { expect, PHONE, test } from "../harness/browser/screen.ts";
import { open, someName, toast } from "../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE });

const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"));

test("an inquiry survives a reload, and is forgotten once it is sent", async ({ page }) => {
  await page.goto("/");
  await inquiry.open(page);
  const address = await inquiry.fillRequired(page);
  await inquiry.phone(page).pressSequentially("3135550101");
  await inquiry.dialog(page).getByLabel("Business type").selectOption({ label: "Grocery Store" });
  await page.reload();
  await inquiry.open(page);
  await expect(inquiry.email(page)).toHaveValue(address);
  await expect(inquiry.phone(page)).toHaveValue("(313) 555-0101");
  await expect(inquiry.dialog(page).getByLabel("Business type")).toHaveValue("grocery");
  await inquiry.send(page).click();
  await expect(inquiry.dialog(page)).toHaveCount(0);
  expect(await page.evaluate(drafts)).toEqual([]);
});

test("a request survives a reload, and is forgotten when the partner logs out", async ({ page }) => {
  await partnerIn(page.context());
  await page.goto("/partner");
  await press(page, "Request New Business Location");
  await inDialog(page, "Business Name*").fill("Noor Market");
  await inDialog(page, "Category*").selectOption("grocery");
  await page.reload();
  await press(page, "Request New Business Location");
  await expect(inDialog(page, "Business Name*")).toHaveValue("Noor Market");
  await expect(inDialog(page, "Category*")).toHaveValue("grocery");
  await page.keyboard.press("Escape");
  await press(page, "Logout");
  await expect(page).toHaveURL(/\/partner\/auth/);
  expect(await page.evaluate(drafts)).toEqual([]);
});

test("the note of a rejection survives a reload, and is forgotten once it is sent", async ({ page }) => {
  const [partner, { name: place }] = [await addPartner(someName("Zaytoun Foods")), await freshPlace()];
  const id = await claim(partner, place);
  await open(page, `/admin/reviews?case=claim:${id}`, "admin");
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByRole("textbox", { name: /note/i }).fill("The lease names another business.");
  await page.reload();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByRole("textbox", { name: /note/i })).toHaveValue("The lease names another business.");
  await page.getByRole("form").getByRole("radio").first().check();
  await page
    .getByRole("form")
    .getByRole("button", { name: /^Reject/ })
    .click();
  await expect(toast(page)).toContainText(/reject/i);
  expect(await page.evaluate(drafts)).toEqual([]);
});
