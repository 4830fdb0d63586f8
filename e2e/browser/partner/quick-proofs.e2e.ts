import { claim, freshPlace, partnerIn } from "../../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { signedIn } from "../../harness/browser/staff.ts";
import { toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 400/ }); // a wrong code

test("a claimant on a phone proves a claim by a call, and staff see that it is proven", async ({
  browser,
  page,
}) => {
  const place = await freshPlace();
  await partnerIn(page.context());
  const id = await claim(page.context(), place);
  await page.goto("/partner?tab=claims");
  await page.getByText("Prove it without documents").click();
  await page.getByRole("button", { name: "Ask for a call" }).click();
  await expect(toast(page)).toContainText("We got your request");
  await expect(page.getByText("will call on a business day")).toHaveCount(2); // the toast, and below the request
  await atEverySize(page, async () => {
    await expectWellFormed(page, /./);
    await expectAccessible(page);
  });

  const other = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const desk = await other.newPage();
  await signedIn(other, "admin");
  await desk.goto(`/admin/reviews?case=claim:${id}`);
  const waits = desk.getByRole("region", { name: "The claimant is waiting for a code" });
  await expect(waits).toContainText("(313) 555-0101");
  await waits.getByRole("button", { name: "Show the code to read out" }).click();
  const code = (await waits.getByRole("status").textContent())?.slice(0, 7) ?? "";
  expect(code).toMatch(/^\d{3} \d{3}$/);
  await atEverySize(desk, () => expectAccessible(desk));

  const form = page.getByRole("form", { name: /^Enter the code: a call/ });
  await form.getByLabel("Six-digit code").fill(code === "000 000" ? "111111" : "000000");
  await form.getByRole("button", { name: "Submit code" }).click();
  await expect(form.getByText("This code is incorrect")).toBeVisible();
  await form.getByLabel("Six-digit code").fill(code);
  await form.getByRole("button", { name: "Submit code" }).click();
  await expect(toast(page).last()).toContainText("Code confirmed");
  await expect(page.getByText(/Proven by a call/)).toBeVisible();
  await expectAccessible(page);

  await desk.reload();
  await expect(desk.getByText("Code read out on the listed phone")).toBeVisible();
  await expect(desk.getByText("A code proves it.")).toBeVisible();
  await other.close();
});

test("a letter is printed for the address alone", async ({ browser, page }) => {
  const place = await freshPlace();
  await partnerIn(page.context());
  const id = await claim(page.context(), place);
  await page.goto("/partner?tab=claims");
  await page.getByText("Prove it without documents").click();
  await page.getByRole("button", { name: "Ask for a letter" }).click();
  await expect(page.getByText("It takes about a week")).toHaveCount(2); // the toast, and below the request
  const other = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const desk = await other.newPage();
  await signedIn(other, "admin");
  await desk.goto(`/admin/reviews?case=claim:${id}`);
  await desk.getByRole("button", { name: "Print the letter" }).click();
  const letter = desk.getByRole("dialog", { name: "Letter with the code" });
  await expect(letter).toContainText(place.address);
  await expect(letter).toContainText(/\d{3} \d{3}/);
  await expectAccessible(desk);
  await desk.emulateMedia({ media: "print" });
  await expect(letter.getByText("A business has claimed this listing")).toBeVisible();
  await expect(letter.getByRole("button", { name: "Print" })).toBeHidden();
  await other.close();
});
