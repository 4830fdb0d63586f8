import type { Page, Route } from "@playwright/test";
import {
  ask,
  asStaff,
  box,
  claim,
  dialog,
  freshPlace,
  inDialog,
  PASSWORD,
  type PlaceRow,
  partnerIn,
  press,
  tab,
} from "../../harness/browser/partner.ts";
import { refuse } from "../../harness/browser/refuse.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";
import { toast } from "../../harness/browser/staff-lists.ts";
import { callsTo } from "../../harness/browser/waitlist-card.ts";

const PORTAL = "/partner";
const CLAIMS = `${PORTAL}?tab=claims`;
const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });
const files = (page: Page) => dialog(page).getByRole("list", { name: "Files of this claim" });
const chooser = (page: Page) => dialog(page).locator("input[type=file]").first();
const submit = (page: Page) => dialog(page).getByRole("button", { name: "Submit Claim" });

/** The smallest picture there is. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const file = (name: string, buffer: Buffer = PNG) => ({ name, mimeType: "image/png", buffer });

async function openClaim(page: Page, name: string): Promise<void> {
  await page.goto(`${PORTAL}?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Claim ${name}` }).click();
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expectedInConsole: /status of 401/ });

  test("a claim takes fewer than ten taps besides typing, from registration to review", async ({ page }) => {
    const place = await freshPlace();
    let taps = 0;
    const tap = async (name: string | RegExp) => {
      taps += 1;
      await page.getByRole("button", { name }).tap();
    };
    await page.goto("/partner/auth?tab=register");
    await page.getByLabel("Business Name", { exact: true }).focus();
    taps += 1; // into the first field; the keyboard's own key leads to the next ones
    for (const text of ["Noor Foods", "Amina Noor", `${crypto.randomUUID()}@example.org`, ""]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type(PASSWORD);
    await page.getByLabel("Confirm Password").focus();
    await page.keyboard.type(PASSWORD);
    await tap("Register");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await tap("Login");
    taps += 1;
    await box(page).tap();
    await page.keyboard.type(place.name);
    await tap(`Claim ${place.name}`);
    const choosing = page.waitForEvent("filechooser");
    await tap("Choose files");
    await (await choosing).setFiles([file("license.png"), file("ownership.png"), file("id.png")]);
    await expect(files(page).getByText("Uploaded")).toHaveCount(3);
    await tap("Submit Claim");
    await expect(dialog(page)).toHaveAccessibleName("Your claim was sent");
    await expect(dialog(page).getByText("In review", { exact: true })).toBeVisible();
    await tap("See my claims");
    await expect(card(page, place.name).getByText("In review")).toBeVisible();
    expect(taps).toBeLessThan(10);
  });
});

test("the claim dialog states what is needed, and the claim is listed once with its progress", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  await openClaim(page, place.name);
  for (const said of [
    "a business license or registration",
    "proof of ownership or management authorization",
    "government-issued ID",
    "make contact within 3-5 business days",
  ]) {
    await expect(dialog(page)).toContainText(said);
  }
  await inDialog(page, "Additional Information").fill("I run it.\nSince 2009.");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("button", { name: `Claim ${place.name}` }).click();
  await expect(inDialog(page, "Additional Information")).toHaveValue("I run it.\nSince 2009.");
  const calls = callsTo(page, "claims.submit");
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/claims\.submit/, async (route) => {
    await held;
    await route.continue();
  });
  await submit(page).dblclick();
  await expect(dialog(page).getByRole("button", { name: "Submitting..." })).toBeDisabled();
  letGo();
  await expect(toast(page)).toContainText("Claim submitted");
  expect(calls).toHaveLength(1);
  await expect(dialog(page)).toContainText("make contact within 3-5 business days");
  await expect(page.getByRole("tab", { name: "Claims (1)", includeHidden: true })).toHaveCount(1);
  await dialog(page).getByRole("button", { name: "See my claims" }).click();
  await expect(page).toHaveURL(/tab=claims/);
  const shown = card(page, place.name);
  const listed = await context.request.get("/partner/api/my-claims");
  const [{ id, documents }] = (await listed.json()) as [{ id: string; documents: string[] }];
  await expect(shown).toContainText(`Claim #${id.slice(0, 8)}`);
  expect(documents).toEqual(["I run it.\nSince 2009."]);
  await expect(shown).toContainText("Pending");
  await expect(shown.getByRole("listitem")).toHaveText([
    /^Sent\s*Submitted \w{3} \d+, \d{4}$/,
    /^In review\s*We answer by \w{3} \d+, \d{4}$/,
    "Decided",
  ]);
});

test("each proof has its own place, and the claim lists the files under their names", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  await openClaim(page, place.name);
  const proofs = dialog(page).getByRole("list", { name: "Proof, one by one" }).getByRole("listitem");
  await expect(proofs.first()).toContainText("License or registrationSuch as a business license");
  await dialog(page)
    .getByLabel("File: License or registration")
    .last()
    .setInputFiles([file("license.png")]);
  await dialog(page)
    .getByLabel("File: ID")
    .last()
    .setInputFiles([file("passport.png")]);
  await expect(files(page).getByRole("listitem")).toHaveText([
    /^License or registration: license\.png/,
    /^ID: passport\.png/,
  ]);
  await expect(files(page).getByText("Uploaded")).toHaveCount(2);
  await atEverySize(page, () => expectAccessible(page));
  await submit(page).click();
  await dialog(page).getByRole("button", { name: "See my claims" }).click();
  const shown = card(page, place.name);
  await expect(shown).toContainText(place.address);
  await shown.getByText("What you sent: 2 files").click();
  await expect(shown.getByRole("link", { name: "passport.png" })).toBeVisible();
  await expect(shown).toContainText("License or registration: license.png");
  await atEverySize(page, () => expectAccessible(page));
});

test("the search says of a place with a pending claim that it is in review and offers no second one", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  await openClaim(page, place.name);
  await submit(page).click();
  await dialog(page).getByRole("button", { name: "Close" }).first().click();
  await expect(card(page, place.name)).toContainText("Your claim is in review");
  await expect(page.getByRole("button", { name: /^Claim/ })).toHaveCount(0);
  await atEverySize(page, () => expectAccessible(page));
  await page.getByRole("button", { name: `View ${place.name}` }).click();
  await expect(dialog(page)).toContainText("Your claim is in review");
  await expect(dialog(page).getByRole("button", { name: /^Claim/ })).toHaveCount(0);
});

test.describe("with an ended session", () => {
  test.use({ expectedInConsole: /status of 401/ });

  test("an upload also detects an ended session", async ({ page, context }) => {
    await partnerIn(context);
    const place = await freshPlace();
    await openClaim(page, place.name);
    await context.clearCookies();
    await chooser(page).setInputFiles([file("license.png")]);
    await expect(page.getByRole("dialog", { name: "Please sign in again" })).toContainText(
      "Your session has ended. Please sign in again.",
    );
  });
});

test.describe("with a failed refresh", () => {
  test.use({ expectedInConsole: /status of 503/ });

  test("a failed refresh shows an error and keeps the focus", async ({ page, context }) => {
    await partnerIn(context);
    await page.goto(CLAIMS);
    await expect(page.getByText("No ownership claims submitted yet.")).toBeVisible();
    const away = { status: 503, code: "UNAVAILABLE", sentence: "Please try again in a moment" };
    await page.route("**/trpc/partner.claims.list**", (route) => refuse(route, away));
    const refresh = page.getByRole("button", { name: "Refresh" });
    await refresh.click();
    await expect(toast(page)).toContainText("Your claims could not be loaded");
    await expect(refresh).toBeFocused();
  });
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /status of (409|413|415|503)|ERR_FAILED/ });

  test("evidence files are accepted, refused with a message, retried and removed", async ({
    page,
    context,
  }) => {
    await partnerIn(context);
    const place = await freshPlace();
    await openClaim(page, place.name);
    await chooser(page).setInputFiles([
      file("license.png"),
      file("notes.txt"),
      file("large.pdf", Buffer.alloc(10 * 1_024 * 1_024 + 1)),
      file("false.png", Buffer.from("no picture at all")),
    ]);
    const line = (name: string) => files(page).getByRole("listitem").filter({ hasText: name });
    await expect(line("license.png")).toContainText("Uploaded");
    await expect(line("notes.txt")).toContainText("This file is not a PDF, JPEG or PNG.");
    await expect(line("large.pdf")).toContainText("This file is larger than 10 MB.");
    await expect(line("false.png")).toContainText(/415: \w/);
    await line("false.png").getByRole("button", { name: "Remove" }).click();
    await expect(line("false.png")).toHaveCount(0);
    await expect(dialog(page).getByRole("button", { name: "Choose files" })).toBeFocused();
  });

  test("a failed upload blocks the claim, and a claim can have five files", async ({ page, context }) => {
    await partnerIn(context);
    const place = await freshPlace();
    await openClaim(page, place.name);
    const line = (name: string) => files(page).getByRole("listitem").filter({ hasText: name });
    await page.route("**/partner/api/evidence", (route) => route.abort());
    await chooser(page).setInputFiles([file("lost.png")]);
    await expect(line("lost.png")).toContainText("The file did not arrive.");
    await submit(page).click();
    await expect(toast(page)).toContainText("Failed to submit claim");
    await expect(toast(page)).toContainText("A file was not uploaded.");
    await page.unroute("**/partner/api/evidence");
    await line("lost.png").getByRole("button", { name: "Try again" }).click();
    await expect(line("lost.png")).toContainText("Uploaded");
    await line("lost.png").getByRole("button", { name: "Remove lost.png" }).click();
    await expect(line("lost.png")).toHaveCount(0);
    await chooser(page).setInputFiles([1, 2, 3, 4, 5, 6].map((at) => file(`paper${at}.png`)));
    await expect(line("paper6.png")).toContainText("A claim takes 5 files.");
    await expect(files(page).getByText("Uploaded")).toHaveCount(5);
    await submit(page).click();
    await expect(dialog(page)).toHaveAccessibleName("Your claim was sent");
    const listed = await context.request.get("/partner/api/my-claims");
    const [{ documents }] = (await listed.json()) as [{ documents: string[] }];
    expect(documents).toHaveLength(5);
  });

  test("a refused claim shows the server's message and keeps the input", async ({ page, context }) => {
    await partnerIn(context);
    const place = await freshPlace();
    await openClaim(page, place.name);
    await inDialog(page, "Additional Information").fill("Mine.");
    await claim(context, place); // at the same time, in another window
    await submit(page).click();
    await expect(toast(page)).toContainText("Failed to submit claim");
    await expect(toast(page)).toContainText("409: You already have a pending claim for this location");
    await expect(inDialog(page, "Additional Information")).toHaveValue("Mine.");
    const away = { status: 503, code: "UNAVAILABLE", sentence: "The service is away for a moment" };
    await page.route(/claims\.submit/, (route) => refuse(route, away));
    await submit(page).click();
    await expect(toast(page)).toContainText(`503: ${away.sentence}`);
  });
});

/** Sends a claim and closes its dialog before the answer, which comes once the returned function is called. */
async function closeWhileSending(page: Page, { name }: PlaceRow): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await held;
    await route.continue();
  };
  await page.route(/claims\.submit/, hold, { times: 1 });
  await openClaim(page, name);
  await submit(page).click();
  await expect(dialog(page).getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  return letGo;
}

async function claimNext(page: Page, { name }: PlaceRow): Promise<void> {
  await box(page).fill(name);
  await page.getByRole("button", { name: `Claim ${name}` }).click();
}

test("a claim whose dialog is closed before the answer is sent, and the next place has its own form", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const place = await freshPlace();
  const letGo = await closeWhileSending(page, place);
  await expect(page.getByRole("button", { name: `Claim ${place.name}` })).toBeFocused();
  letGo();
  await expect(toast(page)).toContainText("Claim submitted");
  await expect(tab(page, "Claims (1)")).toBeVisible();
  await expect(tab(page, /Search/)).toBeFocused(); // the button is gone
  const next = await freshPlace();
  await claimNext(page, next);
  await expect(dialog(page)).toHaveAccessibleName(`Claim ${next.name}`);
  await expect(submit(page)).toBeEnabled();
});

test("the answer to a claim whose dialog was closed leaves the dialog of the next place as it is", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const letGo = await closeWhileSending(page, await freshPlace());
  await claimNext(page, await freshPlace());
  await submit(page).click();
  await expect(dialog(page)).toHaveAccessibleName("Your claim was sent");
  const answered = page.waitForResponse(/claims\.submit/);
  letGo();
  await (await answered).finished();
  await expect(page.getByRole("tab", { name: "Claims (2)", includeHidden: true })).toBeAttached();
  await expect(dialog(page)).toHaveAccessibleName("Your claim was sent");
});

test("a rejected claim shows the reason and can be sent again, and an approved one is listed as a place", async ({
  page,
  context,
}) => {
  await partnerIn(context);
  const [bad, good] = [await freshPlace(), await freshPlace()];
  const decide = (id: string, data: object) => asStaff(`/api/reviews/claims/${id}`, data);
  await decide(await claim(context, bad), {
    decision: "rejected",
    reason: "documents_unreadable",
    notes: "Page 2 is cut off.",
  });
  await decide(await claim(context, good), { decision: "approved" });
  await page.goto(CLAIMS);
  await expect(card(page, good.name)).toContainText("Approved");
  await expect(card(page, good.name).getByRole("button")).toHaveCount(0);
  const rejected = card(page, bad.name);
  for (const said of [
    "Rejected",
    "Reviewed",
    "We could not read what you sent.",
    "Notes: Page 2 is cut off.",
  ]) {
    await expect(rejected).toContainText(said);
  }
  await rejected.getByRole("button", { name: "Claim again" }).click();
  await expect(dialog(page)).toHaveAccessibleName(`Claim ${bad.name}`);
  await submit(page).click();
  await expect(dialog(page)).toHaveAccessibleName("Your claim was sent");
  await dialog(page).getByRole("button", { name: "Close" }).first().click();
  await expect(tab(page, "Claims (3)")).toBeVisible();
  await expect(page.getByRole("button", { name: /Claim again/ })).toHaveCount(0);
  await tab(page, "My POIs (1)").click();
  await expect(card(page, good.name)).toContainText("Owned");
  await expect(card(page, good.name)).not.toContainText("HFSAA 20417"); // the evidence says which one counts
});

test("a request shows its progress", async ({ page, context }) => {
  await partnerIn(context);
  const name = `Tea ${crypto.randomUUID().slice(0, 8)}`;
  const id = await ask(context, name);
  await asStaff(`/api/reviews/requests/${id}`, {
    decision: "rejected",
    reason: "not_a_place",
    notes: "A van.",
  });
  await page.goto(`${PORTAL}?tab=requests`);
  for (const said of [
    "18 Park Row",
    "Dearborn, MI",
    "Grocery Store",
    "Rejected",
    "Submitted",
    "Notes: A van.",
  ]) {
    await expect(card(page, name)).toContainText(said);
  }
  await card(page, name).getByRole("button", { name: "Request again" }).click();
  await expect(inDialog(page, "Business Name*")).toHaveValue(name);
});

test("the claims are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE);
  await partnerIn(context);
  const place = await freshPlace();
  await asStaff(`/api/reviews/claims/${await claim(context, place)}`, {
    decision: "rejected",
    notes: "No.",
  });
  await page.goto(CLAIMS);
  await expect(card(page, place.name)).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Partner Portal · /);
    await expectAccessible(page);
  });
  await press(page, `Claim again: ${place.name}`);
  await chooser(page).setInputFiles([file("license.png"), file("notes.txt")]);
  await expect(files(page).getByText("Uploaded")).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
});
