import {
  atEverySize,
  DESKTOP,
  expect,
  expectAccessible,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import {
  addInquiry,
  addressOf,
  list,
  open,
  openAsNew,
  rowOf,
  someName,
} from "../../../harness/browser/staff-lists.ts";

const LONG =
  "of a Family Restaurant, Bakery, Catering Company and Supermarket in Greater Metropolitan Detroit";
const ONE_WORD = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenauszahlungsstelle";
const ARABIC = "مطعم ومخبز العائلة الكبيرة للمأكولات الشامية (فرع ديترويت)";
const LIST = "/admin/inquiries";

test.use({ viewport: PHONE });

test("long and Arabic names keep to two lines with the whole name as their title, and break no other column", async ({
  page,
}) => {
  const run = someName("Name");
  for (const name of [LONG, ONE_WORD, ARABIC]) {
    const details = {
      businessType: "grocery",
      contactName: name,
      city: name,
      state: "MI",
      email: addressOf(someName("mail")),
    };
    await addInquiry(`${run} ${name}`, details);
  }
  await open(page, `${LIST}?q=${encodeURIComponent(run)}`);
  await expect(list(page, "Partnership inquiries").getByRole("rowheader")).toHaveCount(3);
  await atEverySize(page, async () => {
    for (const name of [LONG, ONE_WORD, ARABIC]) {
      const row = rowOf(page, `${run} ${name}`);
      const shown = row.getByRole("rowheader").locator("bdi");
      await expect(shown).toHaveAttribute("title", `${run} ${name}`);
      const lines = await shown.evaluate(
        (each) => each.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(each).lineHeight),
      );
      expect(Math.round(lines)).toBeLessThanOrEqual(2);
    }
    const sideways = await page
      .locator(".table-frame")
      .first()
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
  await page.setViewportSize(DESKTOP); // a phone shows no kinds
  for (const name of [LONG, ONE_WORD, ARABIC]) {
    const row = rowOf(page, `${run} ${name}`);
    const kind = row.getByRole("cell", { name: "Grocery Store" }).getByText("Grocery Store");
    const words = await kind.evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(words).toBeLessThanOrEqual(2);
  }
});

test("the audit log breaks no address and no action within a word", async ({ page }) => {
  const own = await openAsNew(page, "/admin/audit");
  const row = rowOf(page, own.username).first();
  await expect(row).toBeVisible();
  await atEverySize(page, async () => {
    const address = row.getByText(/^127\.0\.0\.1$|^::1$/);
    const lines = await address.evaluate((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    const selects = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(selects).toBeLessThanOrEqual(0);
  });
});
