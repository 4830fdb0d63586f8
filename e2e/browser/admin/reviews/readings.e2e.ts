import type { Page } from "@playwright/test";
import { editAnswer } from "../../../harness/browser/edit-response.ts";
import { makeVerified, ownedPlace, staffApi } from "../../../harness/browser/evidence.ts";
import { addPartner, claim, evidenceFiles, importPlaces } from "../../../harness/browser/review-cases.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import { list, open, openAsNew, someName, toast } from "../../../harness/browser/staff-lists.ts";

const READINGS = "/admin/reviews?tab=readings";

/** Other tests' certificates wait too. */
const HEARTBEAT = { timeout: 15_000 };
const showOnly = (page: Page, place: string) =>
  editAnswer(page, "admin.reviews.readings.list", (json: { placeName: string }[]) =>
    json.filter(({ placeName }) => placeName === place),
  );

async function typeReading(page: Page, number: string, issuer: string, until: string): Promise<void> {
  const form = page.getByRole("form", { name: "Second reading" });
  await form.getByLabel("Number").fill(number);
  await form.getByLabel("Issuer").selectOption(issuer);
  await form.getByLabel("Valid until").fill(until);
  await form.getByRole("button", { name: "Save reading" }).click();
}

test("a certificate is read blind by a second person, and a third one sees both readings and decides", async ({
  page,
  browser,
  baseURL,
}) => {
  const [place, issuer] = [someName("Saffron Hall"), someName("Council")];
  const files = await evidenceFiles(page);
  await importPlaces([place]);
  const claimId = await claim(await addPartner(someName("Owner")), place, { files: [files[0]] });
  const staff = await staffApi();
  const { place: found, evidence } = await (await staff.get(`/api/reviews/claims/${claimId}`)).json();
  const { id: issuerId } = (await postAsStaff("/api/admin/issuers", { name: issuer, country: "US" })) as {
    id: string;
  };
  const read = { issuerId, number: "HC-1001", validFrom: "2026-01-01", validUntil: "2027-12-31" };
  const recorded = await staff.post(`/api/admin/pois/${found.id}/evidence`, {
    data: { kind: "certificate", ...read, fileId: evidence[0].id },
  });
  const { id: certificateId } = await recorded.json();

  await showOnly(page, place);
  await openAsNew(page, READINGS, "partner_manager");
  const card = list(page, "Second reading");
  await expect(card.getByRole("img", { name: "license.png" })).toBeVisible();
  await expect(card).not.toContainText("HC-1001");
  await expect(card.getByLabel("Number")).toHaveValue("");
  await staff.post("/api/reviews/viewers", { data: { case: `reading:${certificateId}` } });
  await expect(card).toContainText("has this certificate open too", HEARTBEAT);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });
  await typeReading(page, "HC-1007", issuer, "2027-12-31");
  await expect(toast(page)).toContainText("The readings differ");
  await expect(card).toContainText("Every certificate has been read");

  const third = await browser.newPage({ baseURL: baseURL ?? "" });
  await showOnly(third, place);
  await openAsNew(third, READINGS, "admin");
  await expect(third.getByRole("table", { name: "What others read" })).toContainText(/HC-1001[\s\S]*HC-1007/);
  await typeReading(third, "hc-1oo 1", issuer, "2027-12-31");
  await expect(toast(third)).toContainText("Both readings agree");
  await expect(list(third, "Second reading")).toContainText("Every certificate has been read");
  await third.unrouteAll({ behavior: "ignoreErrors" });
  await third.close();
});

test("a certificate without a file cannot be read, and who recorded it is named", async ({ page }) => {
  const place = someName("Fileless Grill");
  const staff = await staffApi();
  const id = await ownedPlace(staff, (await addPartner(someName("Owner"))).api, place);
  const { id: issuerId } = (await postAsStaff("/api/admin/issuers", {
    ...{ name: someName("Council"), country: "US" },
  })) as { id: string };
  const read = { issuerId, number: "HC-3", validFrom: "2026-01-01", validUntil: "2027-12-31" };
  const recorded = await staff.post(`/api/admin/pois/${id}/evidence`, {
    data: { kind: "certificate", ...read },
  });
  const { byName } = await recorded.json();
  await showOnly(page, place);
  await openAsNew(page, READINGS, "admin");
  const card = list(page, "Second reading");
  await expect(card).toContainText(`Ask ${byName} for the file`);
  await expect(card.getByRole("form", { name: "Second reading" })).toHaveCount(0);
  await expectAccessible(page);
});

test("reviewers see tiers that end soon and certificates whose issuer is silent", async ({ page }) => {
  const [soon, quiet, issuer] = [someName("Cedar"), someName("Quiet"), someName("Council")];
  const [staff, owner] = [await staffApi(), await addPartner(someName("Owner"))];
  await makeVerified(staff, await ownedPlace(staff, owner.api, soon), someName("Register"));
  const other = await ownedPlace(staff, owner.api, quiet);
  const { id: issuerId } = (await postAsStaff("/api/admin/issuers", { name: issuer, country: "US" })) as {
    id: string;
  };
  const read = { issuerId, number: "HC-9", validUntil: "2027-12-31" };
  const certificate = { kind: "certificate", validFrom: "2026-01-01", ...read };
  const { id } = (await postAsStaff(`/api/admin/pois/${other}/evidence`, certificate)) as { id: string };
  await staff.post(`/api/reviews/readings/${id}`, { data: read });

  await open(page, "/admin/reviews?tab=expiring", "admin");
  const line = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(line(soon)).toContainText("Its certificate ends");
  await expect(line(soon).getByRole("link", { name: `Record evidence: ${soon}` })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await page.getByRole("tab", { name: /^Issuer silent/ }).click();
  await expect(line(quiet)).toContainText("This issuer has no address, so it was not asked");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });
  await line(quiet)
    .getByRole("link", { name: `Look it up: ${quiet}` })
    .click();
  await expect(page.getByRole("heading", { level: 2, name: quiet })).toBeVisible();
});
