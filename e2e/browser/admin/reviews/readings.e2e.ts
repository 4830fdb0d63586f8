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
import { open, openAsNew, someName, toast } from "../../../harness/browser/staff-lists.ts";

const PATH = "/admin/reviews";
const HEARTBEAT = { timeout: 15_000 };
const pane = (page: Page) => page.getByRole("region", { name: "Case" });

/** Only the cases of this place are in the queue: other tests' wait too. */
const showOnly = (page: Page, place: string) =>
  editAnswer(page, "admin.reviews.queue", (json: { items: { name: string }[] }) => {
    const items = json.items.filter(({ name }) => name === place);
    return { ...json, items, total: items.length, next: null };
  });

async function typeReading(page: Page, number: string, issuer: string, until: string): Promise<void> {
  const form = page.getByRole("form", { name: "Second reading" });
  await form.getByLabel("Number").fill(number);
  await form.getByLabel("Issuer").selectOption(issuer);
  await form.getByLabel("Valid until").fill(until);
  await form.getByRole("button", { name: "Save reading" }).click();
}

async function addIssuer(name: string): Promise<string> {
  const added = (await postAsStaff("/api/admin/issuers", { name, country: "US" })) as { id: string };
  return added.id;
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
  const issuerId = await addIssuer(issuer);
  const read = { issuerId, number: "HC-1001", validFrom: "2026-01-01", validUntil: "2035-12-31" };
  const recorded = await staff.post(`/api/admin/pois/${found.id}/evidence`, {
    data: { kind: "certificate", ...read, fileId: evidence[0].id },
  });
  const { id: certificateId } = await recorded.json();

  await showOnly(page, place);
  await openAsNew(page, `${PATH}?kind=reading`, "partner_manager");
  await expect(pane(page).getByRole("heading", { level: 2, name: place })).toBeVisible();
  await expect(pane(page).getByRole("img", { name: "license.png" })).toBeVisible();
  await expect(pane(page)).not.toContainText("HC-1001");
  await expect(pane(page).getByLabel("Number")).toHaveValue("");
  await staff.post("/api/reviews/viewers", { data: { case: `reading:${certificateId}` } });
  await expect(pane(page)).toContainText("has this case open too", HEARTBEAT);
  await expect(page.getByRole("region", { name: "Queue" })).toContainText("has it open");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });
  await typeReading(page, "HC-1007", issuer, "2035-12-31");
  await expect(toast(page)).toContainText("The readings differ");
  await expect(page.getByRole("region", { name: "Queue" })).toContainText("No cases are waiting here");

  const third = await browser.newPage({ baseURL: baseURL ?? "" });
  await showOnly(third, place);
  await openAsNew(third, `${PATH}?kind=reading`, "admin");
  await expect(pane(third).getByRole("heading", { level: 2, name: place })).toBeVisible(HEARTBEAT);
  const table = third.getByRole("table", { name: "What others read" });
  await expect(table).toContainText(/HC-1001[\s\S]*HC-1007/);
  await expect(table.getByRole("row", { name: /^Number/ })).toContainText("Differs");
  await expect(table.getByRole("row", { name: /^Issuer/ })).toContainText("Agrees");
  await typeReading(third, "hc-1oo 1", issuer, "2035-12-31");
  await expect(toast(third)).toContainText("Both readings agree");
  await third.unrouteAll({ behavior: "ignoreErrors" });
  await third.close();
});

test("a certificate without a file cannot be read, names who recorded it, and is sent back", async ({
  page,
}) => {
  const place = someName("Fileless Grill");
  const staff = await staffApi();
  const id = await ownedPlace(staff, (await addPartner(someName("Owner"))).api, place);
  const issuerId = await addIssuer(someName("Council"));
  const read = { issuerId, number: "HC-3", validFrom: "2026-01-01", validUntil: "2035-12-31" };
  const recorded = await staff.post(`/api/admin/pois/${id}/evidence`, {
    data: { kind: "certificate", ...read },
  });
  const { byName, id: certificateId } = await recorded.json();
  await showOnly(page, place);
  await openAsNew(page, `${PATH}?case=reading:${certificateId}`, "admin");
  await expect(pane(page)).toContainText(`Send it back to ${byName}`);
  await expect(pane(page).getByRole("form", { name: "Second reading" })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("r");
  await page.getByLabel("What is wrong").fill("The file is missing.");
  await pane(page).getByRole("button", { name: "Send it back" }).click();
  await expect(toast(page)).toContainText("Certificate sent back");
  const records = await (await staff.get(`/api/admin/pois/${id}/evidence`)).json();
  expect(records.at(-1)).toMatchObject({ kind: "revocation", note: "The file is missing." });
});

test("a new certificate of an owner is recorded and declined next to its file", async ({ page }) => {
  const [place, issuer] = [someName("Renewed Grill"), someName("Council")];
  const [staff, owner] = [await staffApi(), await addPartner(someName("Owner"))];
  const [file] = await evidenceFiles(page);
  const id = await ownedPlace(staff, owner.api, place);
  await makeVerified(staff, id, issuer);
  const send = async (): Promise<void> => {
    const headers = { "X-File-Name": file.name, "Content-Type": "application/octet-stream" };
    const sent = await owner.api.post("/partner/api/evidence", { data: file.bytes, headers });
    const { id: fileId } = await sent.json();
    const data = { kind: "certificate", fileId, issuer, number: "HC-1", validUntil: "2029-12-31" };
    const answer = await owner.api.post(`/partner/api/my-pois/${id}/renewals`, { data });
    expect(answer.status()).toBe(201);
  };
  await send();
  await showOnly(page, place);
  await openAsNew(page, `${PATH}?kind=renewal`, "admin");
  const facts = pane(page).getByRole("region", { name: "Facts" });
  await expect(facts).toContainText(/Issuer Agrees[\s\S]*Number Agrees[\s\S]*Later than the listed one/);
  await expect(pane(page).getByRole("img", { name: file.name })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await page.keyboard.press("r");
  await page.getByLabel("What is wrong, for the owner").fill("The stamp is missing.");
  await atEverySize(page, () => expectAccessible(page));
  await pane(page).getByRole("button", { name: "Decline" }).click();
  await expect(toast(page)).toContainText("Certificate declined");
  await send();
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.goto(`${PATH}?kind=renewal`);
  await pane(page).getByRole("button", { name: "Record it" }).click();
  const form = page.getByRole("form", { name: "Record this certificate" });
  await form.getByLabel("Issuer").selectOption(issuer);
  await form.getByLabel("Certificate number").fill("HC-2");
  await form.getByLabel("Valid from").fill("2027-01-01");
  await form.getByLabel("Valid until").fill("2029-12-31");
  await expect(pane(page).getByRole("img", { name: file.name })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await form.getByRole("button", { name: "Record" }).click();
  await expect(toast(page)).toContainText("Certificate recorded");
  const records = await (await staff.get(`/api/admin/pois/${id}/evidence`)).json();
  // what it says is hidden from the next reader
  expect(records.at(-1)).toMatchObject({ kind: "certificate", reading: "waiting", number: null });
  expect(records.at(-1).fileId).not.toBeNull();
});

test("reviewers see tiers that end soon and certificates whose issuer is silent", async ({ page }) => {
  const [soon, quiet, issuer] = [someName("Cedar"), someName("Quiet"), someName("Council")];
  const [staff, owner] = [await staffApi(), await addPartner(someName("Owner"))];
  await makeVerified(staff, await ownedPlace(staff, owner.api, soon), someName("Register"));
  const other = await ownedPlace(staff, owner.api, quiet);
  const issuerId = await addIssuer(issuer);
  const read = { issuerId, number: "HC-9", validUntil: "2035-12-31" };
  const certificate = { kind: "certificate", validFrom: "2026-01-01", ...read };
  const { id } = (await postAsStaff(`/api/admin/pois/${other}/evidence`, certificate)) as { id: string };
  await staff.post(`/api/reviews/readings/${id}`, { data: read });

  await open(page, "/admin/reviews?tab=expiring", "admin");
  const line = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(line(soon)).toContainText("Its certificate ends");
  await expect(line(soon).getByRole("link", { name: `Record evidence: ${soon}` })).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await page.getByLabel("Kind").selectOption("silent");
  await expect(line(quiet)).toContainText("This issuer has no address, so it was not asked");
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });
  await line(quiet)
    .getByRole("link", { name: `Look it up: ${quiet}` })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: quiet })).toBeVisible();
});
