import type { Page } from "@playwright/test";
import { importPlaces } from "../../../harness/browser/places.ts";
import {
  addPartner,
  claim,
  evidenceFiles,
  importPlaces as importListed,
} from "../../../harness/browser/review-cases.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { postAsStaff } from "../../../harness/browser/staff.ts";
import {
  addFilter,
  list,
  open,
  openAsNew,
  rowOf,
  someName,
  toast,
} from "../../../harness/browser/staff-lists.ts";

test.use({ expectedInConsole: /status of (400|409)/ }); // refused fields, and an edit conflict

const PATH = "/admin/places";
const TODAY = new Date().toISOString().slice(0, 10);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const evidence = (page: Page) => list(page, "Evidence");

/** An issuer without an address, so that nobody is asked. Returns its name. */
async function addIssuer(): Promise<{ readonly id: string; readonly name: string }> {
  const name = someName("Council");
  return (await postAsStaff("/api/admin/issuers", { name, country: "US" })) as { id: string; name: string };
}

async function addedPlace(name: string): Promise<void> {
  await importPlaces([{ name, at: [-83.2, 42.3] }]);
}

/** Searches for a place, filters, and opens its record. */
async function openRecord(page: Page, name: string): Promise<void> {
  const directory = list(page, "Directory");
  await directory.getByRole("searchbox").fill(name);
  await (await addFilter(page, "Coordinates")).selectOption("Known");
  await expect(page).toHaveURL(/q=.*hasCoordinates=true/);
  await expect(directory.getByRole("row")).toHaveCount(2);
  await rowOf(page, name).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("staff find a place and record a certificate, which waits for a blind second reading, and withdraw it", async ({
  page,
  browser,
  baseURL,
}) => {
  const [name, issuer] = [someName("Zaytun"), await addIssuer()];
  await addedPlace(name);
  await claim(await addPartner(someName("Owner")), name, { text: "I manage it." });
  await open(page, PATH, "admin");
  await openRecord(page, name);
  await expect(list(page, "Claims")).toContainText("Pending");
  await expect(evidence(page)).toContainText("No evidence yet");

  await evidence(page).getByRole("button", { name: "Add evidence" }).click();
  const add = dialog(page, "Add evidence");
  await add.getByLabel("Certificate number").fill("ZG-77");
  await add.getByRole("button", { name: "Record" }).click();
  await expect(add.getByLabel("Issuer")).toHaveAccessibleDescription("Issuer is required");
  await add.getByLabel("Issuer").selectOption(issuer.name);
  await expect(add).toContainText("it cannot be asked: record a look-up in its register too");
  await add.getByLabel("Valid from").fill(TODAY);
  await add.getByLabel("Valid until").fill(inDays(-2));
  await add.getByRole("button", { name: "Record" }).click();
  await expect(add.getByLabel("Valid until")).toHaveAccessibleDescription("Valid until is before valid from");
  await add.getByLabel("Valid until").fill(inDays(90));
  await expectAccessible(page);
  await add.getByRole("button", { name: "Record" }).click();
  await expect(toast(page)).toContainText("Certificate recorded");
  for (const text of ["Waits for a second reading", issuer.name, "ZG-77"])
    await expect(evidence(page)).toContainText(text);
  await expect(list(page, "Halal tier")).toContainText("We have not finished reading it");

  const theirs = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await openAsNew(theirs, page.url(), "partner_manager");
  await expect(evidence(theirs)).toContainText("Its details stay hidden until you have read it yourself.");
  await expect(theirs.getByText("ZG-77")).toHaveCount(0);
  await expect(theirs.getByRole("button", { name: "Edit" })).toHaveCount(0);
  await theirs.context().close();

  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(`^${name} · `));
    await expectAccessible(page);
  });
  await evidence(page).getByRole("button", { name: "Withdraw: Certificate" }).click();
  const withdraw = dialog(page, "Withdraw this record");
  await expect(withdraw).toContainText("The tier stays: Reported.");
  await withdraw.getByRole("button", { name: "Withdraw" }).click();
  await expect(withdraw.getByLabel("Reason")).toHaveAccessibleDescription("Reason is required");
  await withdraw.getByLabel("Reason").fill("It is another place's.");
  await withdraw.getByRole("button", { name: "Withdraw" }).click();
  await expect(toast(page)).toContainText("Record withdrawn");
  await expect(evidence(page)).toContainText("It is another place's.");
  await expect(evidence(page).getByRole("heading", { name: "Evidence" })).toBeFocused();
  await expect(evidence(page).getByRole("button", { name: /Withdraw/ })).toHaveCount(0);
});

test("staff see which file of a claim they record, and that a listed certificate is no evidence", async ({
  page,
}) => {
  const name = someName("Minara");
  await importListed([name], { halalCertificate: "Sample certificate 2996" });
  const [{ bytes }] = await evidenceFiles(page);
  const partner = await addPartner(someName("Owner"));
  await claim(partner, name, {
    files: [
      { name: "cert.png", bytes },
      { name: "cert.png", bytes },
    ],
  });
  await open(page, `${PATH}?q=${encodeURIComponent(name)}`, "admin");
  await rowOf(page, name).getByRole("link", { name }).click();
  await expect(list(page, "Details")).toContainText(
    "Sample certificate 2996 (as listed; the tier follows from the evidence)",
  );
  await evidence(page).getByRole("button", { name: "Add evidence" }).click();
  const file = dialog(page, "Add evidence").getByLabel("File of a claim");
  await expect(file.getByRole("option")).toHaveCount(3);
  const options = await file.getByRole("option").allTextContents();
  expect(new Set(options).size).toBe(3);
  await file.selectOption(options[2] ?? "");
  const shown = dialog(page, "Add evidence").getByRole("link", { name: "Open the file in a new tab" });
  const address = `${await shown.getAttribute("href")}`;
  expect(address).toContain(await file.inputValue());
  const answer = await page.request.get(address);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/png"]);
  await atEverySize(page, () => expectAccessible(page));
});

test("staff record a declaration and a visit, and the place is friendly at once", async ({ page }) => {
  const name = someName("Garden");
  await addedPlace(name);
  await open(page, `${PATH}?q=${encodeURIComponent(name)}`, "partner_manager");
  await rowOf(page, name).getByRole("link", { name }).click();
  const add = dialog(page, "Add evidence");
  await evidence(page).getByRole("button", { name: "Add evidence" }).click();
  await add.getByLabel("Kind").selectOption("Declaration by the owner");
  for (const each of ["No meat", "No alcohol", "No pork"]) await add.getByLabel(each).check();
  await add.getByRole("button", { name: "Record" }).click();
  await expect(evidence(page)).toContainText("No meat, no alcohol, no pork");
  await evidence(page).getByRole("button", { name: "Add evidence" }).click();
  await add.getByLabel("Kind").selectOption("Visit");
  await add.getByLabel("Checked on").fill(inDays(-1));
  await add.getByRole("button", { name: "Record" }).click();
  await expect(
    page.getByRole("banner").or(page.getByRole("main")).getByText("Friendly").first(),
  ).toBeVisible();
  await evidence(page).getByRole("button", { name: "Withdraw: Visit" }).click();
  await expect(dialog(page, "Withdraw this record")).toContainText("from Friendly to Reported");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "All places" }).click();
  await expect(list(page, "Directory").getByRole("searchbox")).toHaveValue(name);
});

test("an admin edits a place, and sees both versions where someone else was quicker", async ({ page }) => {
  const name = someName("Conflict");
  await addedPlace(name);
  await open(page, `${PATH}?q=${encodeURIComponent(name)}`);
  await rowOf(page, name).getByRole("link", { name }).click();
  const id = new URL(page.url()).searchParams.get("place") ?? "";
  await page.getByRole("button", { name: "Edit" }).click();
  const edit = dialog(page, "Edit place");
  await edit.getByLabel("Longitude").fill("");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByLabel("Latitude")).toHaveAccessibleDescription("Latitude and longitude go together");
  await edit.getByLabel("Longitude").fill("-83.21");
  await edit.getByLabel("Phone").fill("3135550177");
  const data = { phone: "3135550111" };
  expect((await page.request.put(`/api/admin/pois/${id}`, { data })).status()).toBe(200);
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByRole("row", { name: "Phone" })).toContainText("(313) 555-0111(313) 555-0177");
  await edit.getByRole("button", { name: "Send mine" }).click();
  await expect(toast(page)).toContainText("Place saved");
  await expect(list(page, "Details")).toContainText("(313) 555-0177");
  await expect(list(page, "Details")).toContainText("42.3, -83.21");
});

test("the list of places is well formed at 390 and 1440 px, and says where nothing matches", async ({
  page,
}) => {
  const name = someName("Listed");
  await addedPlace(name);
  await open(page, `${PATH}?q="${name}"`);
  await expect(rowOf(page, name)).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Places · /);
    await expectAccessible(page);
  });
  await list(page, "Directory").getByRole("searchbox").fill("zqxj");
  await expect(page.getByText("No place matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(list(page, "Directory").getByRole("searchbox")).toHaveValue("");
  await expect(list(page, "Directory").getByRole("row").nth(1)).toBeVisible(); // this place may be on a later page
});
