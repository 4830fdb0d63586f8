import type { APIRequestContext, BrowserContext } from "@playwright/test";
import { pdf } from "../../../../src/testing/evidence-files.ts";
import {
  asStaff,
  claim,
  freshPlace,
  idOf,
  type PlaceRow,
  partnerIn,
} from "../../../harness/browser/partner.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import { signInShared, toast } from "../../../harness/browser/staff.ts";

test.use({ viewport: PHONE, expectedInConsole: /status of 409/ }); // a change that someone else has decided

interface Owned extends PlaceRow {
  readonly id: string;
}

/** A place of the signed-in partner. */
async function ownedPlace(context: BrowserContext): Promise<Owned> {
  const place = await freshPlace();
  const id = await idOf(context, place);
  const claimId = await claim(context, place);
  await asStaff(`/api/reviews/claims/${claimId}`, { decision: "approved", notes: "Yes" });
  return { ...place, id };
}

async function made(request: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await request.post(path, { data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function sentFile({ request }: BrowserContext): Promise<string> {
  const headers = { "Content-Type": "application/octet-stream", "X-File-Name": "sale.pdf" };
  const answer = await request.post("/partner/api/evidence", { data: pdf("sale"), headers });
  return ((await answer.json()) as { id: string }).id;
}

test("staff compare and decide owners' changes one after the other, and decide a transfer once its owner refused", async ({
  browser,
  page,
  context,
}) => {
  const owner = await browser.newContext();
  await partnerIn(owner);
  const asker = await browser.newContext();
  await partnerIn(asker);
  const [first, second] = [await ownedPlace(owner), await ownedPlace(owner)];
  const propose = (place: Owned) =>
    made(owner.request, `/partner/api/my-pois/${place.id}/proposals`, {
      fields: { name: `${place.name} House` },
    });
  await propose(first);
  const late = await propose(second);
  const documents = ["I bought it in spring.", await sentFile(asker)];
  const asked = await made(asker.request, `/partner/api/pois/${first.id}/transfer`, { documents });
  await made(asker.request, `/partner/api/pois/${second.id}/transfer`, {});
  await owner.request.put(`/partner/api/transfers/${asked}`, { data: { accept: false } });
  const ownerHas = async ({ id }: Owned) =>
    (await (await owner.request.get("/partner/api/my-pois")).text()).includes(id);
  await signInShared(context, "admin");

  await test.step("a change is compared, approved over a newer edit that is shown, and the next one opens", async () => {
    await page.goto("/admin/reviews?tab=changes");
    await page.getByRole("link", { name: first.name }).click();
    await expect(page.getByRole("heading", { name: first.name })).toBeFocused();
    await expect(page.locator("ins")).toHaveText("House");
    await atEverySize(page, async () => {
      await expectWellFormed(page, /Reviews/);
      await expectAccessible(page);
    });
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByLabel("Note to the partner").fill("Thank you");
    await atEverySize(page, () => expectAccessible(page));
    await asStaff(`/api/admin/pois/${first.id}`, { name: `${first.name} Kitchen` });
    await page.getByRole("button", { name: "Approve this change" }).click();
    await expect(page.getByRole("heading", { name: "Someone else has changed this place" })).toBeFocused();
    const versions = page.getByRole("form").getByRole("listitem");
    await expect(versions).toContainText(`When you opened it${first.name}Listed now${first.name} Kitchen`);
    await expect(page.getByText(/ changed it on .*, after the owner asked/)).toBeVisible();
    await expect(page.locator("del")).toHaveText(["Kitchen", "Kitchen"]);
    await atEverySize(page, () => expectAccessible(page));
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Note to the partner")).toHaveValue("Thank you");
    for (const _ of ["Back to the change", "Approve anyway"]) await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Approve anyway" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(toast(page).first()).toContainText("Change approved");
    await expect(page.getByRole("heading", { name: second.name })).toBeFocused();
  });

  await test.step("a change that someone else decides shows that, and the note stays", async () => {
    await page.keyboard.press("r");
    await page.getByLabel("Note to the partner").fill("My own words");
    await asStaff(`/api/reviews/proposals/${late}`, { decision: "approved" });
    const unsent = page.getByRole("heading", { name: "Your note was not sent" });
    await expect(unsent).toBeFocused({ timeout: 15_000 });
    await expect(page.getByText("My own words")).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Approved by / })).toBeVisible();
    await page.getByRole("button", { name: "Back to the queue" }).click();
    await page.getByLabel("Show").selectOption("Late only");
    await expect(page).toHaveURL(/late=true/);
    await expect(page.getByText("No cases are waiting here")).toBeVisible();
  });

  await test.step("a decided change is undone from its case and waits again", async () => {
    await page.goto(`/admin/reviews?tab=changes&show=decided&case=proposal:${late}`);
    await page.getByRole("button", { name: "Undo the decision" }).click();
    await expect(toast(page).first()).toContainText("Decision undone");
    await expect(page.getByRole("heading", { name: second.name })).toBeFocused();
    await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
    await expect(page.locator("ins")).toHaveText("House");
  });

  await test.step("a transfer can be decided after the owner's refusal alone", async () => {
    await page.goto("/admin/reviews?tab=transfers");
    await page.getByRole("link", { name: second.name }).click();
    await expect(page.getByText(/^The owner has until .* to answer/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
    await page.getByRole("button", { name: "Back to the queue" }).click();
    await page.getByRole("link", { name: first.name }).click();
    await expect(page.getByText("I bought it in spring.")).toBeVisible();
    await expect(page.getByText(/^Refused on /)).toBeVisible();
    await expect(page.getByRole("button", { name: /sale\.pdf/ })).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, /Reviews/);
      await expectAccessible(page);
    });
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("button", { name: "Approve this transfer" }).click();
    await expect(toast(page).first()).toContainText("Transfer approved");
    expect(await ownerHas(first)).toBe(false);
  });

  await test.step("the approval is undone from its toast, and the owner has the place again", async () => {
    await toast(page).first().getByRole("button", { name: "Undo" }).click();
    await page.mouse.move(10, 10); // a toast under the pointer stays
    await expect(toast(page).first()).toContainText("Decision undone");
    await expect(page.getByRole("heading", { name: first.name })).toBeFocused();
    await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
    expect(await ownerHas(first)).toBe(true);
  });

  await test.step("a decided transfer shows who decided it and can be undone from there", async () => {
    await asStaff(`/api/reviews/transfers/${asked}`, { decision: "rejected" });
    await page.goto("/admin/reviews?tab=transfers&show=decided");
    await page.getByRole("link", { name: first.name }).click();
    await expect(page.getByRole("heading", { name: /^Rejected by / })).toBeVisible();
    await atEverySize(page, () => expectAccessible(page));
    await page.getByRole("button", { name: "Undo the decision" }).click();
    await expect(toast(page).first()).toContainText("Decision undone");
    await expect(page.getByRole("heading", { name: first.name })).toBeFocused();
    await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
  });
  await Promise.all([owner.close(), asker.close()]);
});
