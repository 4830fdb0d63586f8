import { makeFriendly, makeVerified, ownedPlace, staffApi } from "../../harness/browser/evidence.ts";
import { partnerIn } from "../../harness/browser/partner.ts";
import { evidenceFiles } from "../../harness/browser/review-cases.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { someName, toast } from "../../harness/browser/staff-lists.ts";

test.use({ viewport: PHONE });

test("an owner on a phone renews a friendly place with one press and sends a photo of a new certificate", async ({
  page,
}) => {
  const [picture] = await evidenceFiles(page);
  const [friendly, verified] = [someName("Green Leaf"), someName("Saffron")];
  const staff = await staffApi();
  await partnerIn(page.context());
  const greenId = await ownedPlace(staff, page.request, friendly);
  await makeFriendly(greenId);
  const certifiedId = await ownedPlace(staff, page.request, verified);
  await makeVerified(staff, certifiedId, someName("Council"));

  await page.goto(`/partner?tab=pois&renew=${greenId}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("“Friendly” is shown until");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Yes, all three" }).click();
  await expect(toast(page)).toContainText("Renewed until");
  const needs = page.getByRole("region", { name: "Needs you" });
  await expect(needs).not.toContainText(friendly);

  await expect(needs).toContainText(verified);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /./);
    await expectAccessible(page);
  });
  await needs.getByRole("button", { name: `Renew ${verified}` }).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("Take a photo of the certificate or choose a file")).toBeVisible();
  await dialog.getByLabel("Choose a file").setInputFiles({
    ...{ name: picture.name, mimeType: "image/png", buffer: picture.bytes },
  });
  await expect(dialog.getByRole("status")).toContainText("Uploaded");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(toast(page).last()).toContainText("Your certificate arrived");
  await expect(needs).toHaveCount(0);
  await expect(page.getByText("Your new certificate arrived on")).toBeVisible();
  await page.goto(`/partner?tab=pois&renew=${greenId}`);
  await expect(page.getByText("There is nothing to renew now.")).toBeVisible();
  const waiting = await (await staff.get("/api/reviews/renewals")).json();
  expect(waiting).toContainEqual(expect.objectContaining({ placeName: verified }));
});

test("the owner of a place that is not verified sends its first certificate, and sees that it waits", async ({
  page,
}) => {
  const [picture] = await evidenceFiles(page);
  const name = someName("Cedar");
  await partnerIn(page.context());
  const id = await ownedPlace(await staffApi(), page.request, name);
  await page.goto("/partner?tab=pois");
  const button = page.getByRole("button", { name: `Send a certificate for ${name}` });
  await expectAccessible(page);
  await button.click();
  const dialog = page.getByRole("dialog", { name: `Send a certificate for ${name}` });
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await page.goto(`/partner?tab=pois&renew=${id}`); // as an email about a declined certificate has it
  await dialog.getByLabel("Choose a file").setInputFiles({
    ...{ name: picture.name, mimeType: "image/png", buffer: picture.bytes },
  });
  await expect(dialog.getByRole("status")).toContainText("Uploaded");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(toast(page)).toContainText("Your certificate arrived");
  const steps = page.getByRole("list", { name: "The road to Verified" }).getByRole("listitem");
  const read = [
    /^Send the certificate\s*Arrived /,
    /^Two of us read it\s*0 of 2/,
    "The issuer confirms",
    "Verified",
  ];
  await expect(steps).toHaveText(read);
  await expect(page.getByRole("tab", { name: /^My POIs/ })).toBeFocused();
  await expect(button).toHaveCount(0);
  await page.reload();
  await expect(steps).toHaveText(read);
  await expect(steps.nth(1)).toHaveAttribute("aria-current", "step");
  await atEverySize(page, () => expectAccessible(page));
});

test("the owner of a place whose certificate was sent back reads why first, and sends another one", async ({
  page,
}) => {
  const [picture] = await evidenceFiles(page);
  const [name, reason] = [someName("Date Palm"), "The last day cannot be read."];
  const staff = await staffApi();
  await partnerIn(page.context());
  const id = await ownedPlace(staff, page.request, name);
  const council = await staff.post("/api/admin/issuers", {
    data: { name: someName("Council"), country: "US" },
  });
  const { id: issuerId } = (await council.json()) as { id: string };
  const read = { issuerId, number: "HC-9", validFrom: "2026-01-01", validUntil: "2099-12-31" };
  const recorded = await staff.post(`/api/admin/pois/${id}/evidence`, {
    data: { kind: "certificate", ...read },
  });
  const { id: certificateId } = (await recorded.json()) as { id: string };
  await staff.post(`/api/reviews/readings/${certificateId}/send-back`, { data: { reason } });

  await page.goto("/partner");
  const needs = page.getByRole("region", { name: "Needs you" });
  await expect(needs).toContainText(`We could not use the certificate of ${name}`);
  await expect(needs).toContainText(reason);
  await expect(page.getByRole("list", { name: "The road to Verified" })).toContainText("We could not use it");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /./);
    await expectAccessible(page);
  });
  await needs.getByRole("button", { name: `Send another certificate of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Send a certificate for ${name}` });
  await dialog.getByLabel("Choose a file").setInputFiles({
    ...{ name: picture.name, mimeType: "image/png", buffer: picture.bytes },
  });
  await expect(dialog.getByRole("status")).toContainText("Uploaded");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(toast(page)).toContainText("Your certificate arrived");
  await expect(needs).toHaveCount(0);
});
