import type { Page } from "@playwright/test";
import { editAnswer } from "../../../harness/browser/edit-response.ts";
import { freshPlace } from "../../../harness/browser/partner.ts";
import { refuse } from "../../../harness/browser/refuse.ts";
import {
  addPartner,
  ask,
  claim,
  evidenceFiles,
  importPlaces,
  type SomePartner,
} from "../../../harness/browser/review-cases.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../../harness/browser/screen.ts";
import { signedIn, signInShared } from "../../../harness/browser/staff.ts";
import { open, openAsNew, someName, toast } from "../../../harness/browser/staff-lists.ts";

const PATH = "/admin/reviews";
const queue = (page: Page) => page.getByRole("region", { name: "Queue" });
const pane = (page: Page) => page.getByRole("region", { name: "Case" });
const line = (page: Page, name: string) => queue(page).getByRole("link").filter({ hasText: name });
const decide = (page: Page, name: string) => pane(page).getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => pane(page).getByRole("heading", { level: 2, name });

interface Queue {
  readonly items: readonly { readonly kind: string; readonly name: string }[];
}

/** These places' cases, without the question whether one is another test's place of a similar name. */
const casesOf = ({ items }: Queue, ...names: readonly string[]) =>
  items.filter(({ kind, name }) => kind !== "match" && names.includes(name));

/** Only these places' cases are in the queue: other tests' cases wait in it too. */
async function showOnly(page: Page, ...names: readonly string[]): Promise<void> {
  await editAnswer(page, "admin.reviews.queue", (json: Queue) => {
    const items = casesOf(json, ...names);
    return { ...json, items, total: items.length, next: null };
  });
}

interface Waiting {
  readonly partner: SomePartner;
  readonly place: string;
  readonly id: string;
}

async function waitingClaim(text = ""): Promise<Waiting> {
  const [partner, { name: place }] = [await addPartner(someName("Zaytoun Foods")), await freshPlace()];
  return { partner, place, id: await claim(partner, place, { text }) };
}

test("a claim is shown with all details for the decision and its evidence files", async ({ page }) => {
  const files = await evidenceFiles(page);
  const [partner, rival, place] = [
    await addPartner(someName("Zaytoun Foods")),
    await addPartner(someName("Second Star")),
    someName("Zaytoun Grill"),
  ];
  await importPlaces([place], { halalVerificationStatus: "reported", halalCertificate: "ISNA 2231" });
  const id = await claim(partner, place, { text: "I have run it since 2019.", files });
  await claim(rival, place);
  await open(page, `${PATH}?case=claim:${id}`, "admin");
  await expect(heading(page, place)).toBeVisible();
  await expect(pane(page).getByText(`Claim #${id.slice(0, 8)}`)).toBeVisible();
  for (const text of ["Reported", "ISNA 2231", "No owner yet", "Not verified yet", "None yet"]) {
    await expect(pane(page).getByText(text, { exact: true })).toBeVisible();
  }
  await expect(pane(page).getByText("Address not confirmed")).toBeVisible();
  await expect(pane(page).getByText("I have run it since 2019.")).toBeVisible();
  await expect(pane(page)).toContainText("Amina Example");
  await expect(pane(page).getByText(rival.businessName)).toBeVisible();
  await expect(pane(page).getByText(/^Promised by /)).toBeVisible();
  const picture = pane(page).getByRole("img", { name: "license.png" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await pane(page)
    .getByRole("button", { name: /lease\.pdf/ })
    .click();
  // What paints documents is large and comes with the first one.
  const document = pane(page).getByRole("img", { name: "lease.pdf, page 1 of 1" });
  await expect(document).toBeVisible({ timeout: 15_000 });
  const middle = (canvas: HTMLCanvasElement) => {
    const at = [canvas.width / 2, canvas.height / 2] as const;
    return [...(canvas.getContext("2d")?.getImageData(...at, 1, 1).data ?? [])];
  };
  await expect.poll(() => document.evaluate(middle)).toEqual([0, 0, 0, 255]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    pane(page).getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("lease.pdf");
});

test("an approval previews the mail to the partner and then opens the next case", async ({ page }) => {
  const [one, two] = [await waitingClaim(), await waitingClaim()];
  await showOnly(page, one.place, two.place);
  await open(page, PATH, "partner_manager");
  await line(page, one.place).click();
  await expect(heading(page, one.place)).toBeFocused();
  await expect(pane(page).getByRole("heading", { level: 3 }).first()).toHaveText("Evidence");
  await expect(decide(page, "Ask for more")).toHaveAttribute("data-look", "primary");
  await expect(decide(page, "Approve")).toHaveAttribute("data-look", "quiet"); // nothing was proven
  await expect(decide(page, "Reject")).toHaveAttribute("data-look", "quiet");
  await expect(pane(page)).toContainText("and the claimant's address is not confirmed");
  await decide(page, "Approve").click();
  const form = page.getByRole("form", { name: "Approve this claim" });
  await expect(form).toContainText("Nothing proves this claim: no file came with it");
  await expect(form.getByText("The partner will get this email")).toBeVisible();
  await expect(form).toContainText(`We have looked at your claim #${one.id.slice(0, 8)}. It was approved.`);
  await expect(form.getByLabel("No reason named")).toBeChecked(); // no paper came with it
  await form.getByLabel("The proof is sufficient").check();
  await expect(form).toContainText("It is now listed among your places.");
  await form.getByLabel("Note to the partner").fill("Welcome!");
  await expect(form).toContainText("There is a note for you in the portal.");
  await expect(form.getByText("And will see this in the portal")).toBeVisible();
  await form.getByRole("button", { name: "Approve this claim" }).click();
  await expect(toast(page)).toContainText("Claim approved");
  await expect(toast(page)).toContainText(
    `${one.partner.businessName} will get an email once a mail server is set up.`,
  );
  await expect(heading(page, two.place)).toBeFocused();
  await expect(line(page, one.place)).toHaveCount(0);
  const mine = (await (await one.partner.api.get("/partner/api/my-claims")).json()) as { notes: string }[];
  expect(mine[0]).toMatchObject({ status: "approved", reason: "proof_sufficient", notes: "Welcome!" });
});

test("the line of the open case is in view in a long queue, also of one that a decision opened", async ({
  page,
}) => {
  const [first, last] = [await waitingClaim(), await waitingClaim()];
  await editAnswer(page, "admin.reviews.queue", (json: Queue) => {
    const find = (place: string) => casesOf(json, place);
    const between = find(first.place).flatMap((item) =>
      Array.from({ length: 20 }, (_, n) => ({ ...item, id: `between${n}`, name: `Between ${n}` })),
    );
    const items = [...find(first.place), ...between, ...find(last.place)];
    return { ...json, items, total: items.length, next: null };
  });
  await open(page, `${PATH}?case=claim:${last.id}`, "partner_manager");
  await expect(line(page, last.place)).toBeInViewport();
  await expect(line(page, first.place)).not.toBeInViewport();
  await decide(page, "Approve").click();
  await page.getByRole("button", { name: "Approve this claim" }).click();
  await expect(heading(page, first.place)).toBeFocused();
  await expect(line(page, first.place)).toBeInViewport();
});

test("the review screen works with shortcuts alone, which are off while typing", async ({ page }) => {
  const [one, two] = [await waitingClaim(), await waitingClaim()];
  await showOnly(page, one.place, two.place);
  const staff = await openAsNew(page, PATH);
  await expect(heading(page, one.place)).toBeFocused(); // the first case is open
  await page.keyboard.press("j");
  await expect(line(page, two.place)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(line(page, one.place)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(heading(page, one.place)).toBeFocused();
  await page.keyboard.press("r");
  const form = page.getByRole("form", { name: "Reject this claim" });
  await page.keyboard.press("Enter");
  await expect(form).toContainText("Choose a reason or write a note");
  await form.getByLabel("Another reason").check();
  await form.getByLabel("Note to the partner").focus();
  await page.keyboard.type("ajar k");
  await expect(form.getByLabel("Note to the partner")).toHaveValue("ajar k");
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
  await page.keyboard.press("r");
  await expect(form.getByLabel("Note to the partner")).toHaveValue("ajar k");
  await form.getByLabel("Documents are missing").check();
  await expect(form).toContainText("We need a business license or registration");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Claim rejected");
  await expect(heading(page, two.place)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(line(page, two.place)).toBeFocused();
  await page.getByRole("button", { name: "Keys" }).click();
  await page.getByRole("checkbox", { name: "Keys" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: "Keys" })).toBeFocused();
  await page.goto(`${PATH}?show=decided&kind=claim`);
  await expect(line(page, one.place)).toContainText(`by ${staff.username}`);
  await line(page, one.place).click();
  await expect(pane(page).getByRole("heading", { name: `Rejected by ${staff.username} on` })).toBeVisible();
  await expect(pane(page)).toContainText("ajar k");
});

test("a reviewer asks for more by keyboard, the claim waits for its partner, and is approved after the documents", async ({
  page,
}) => {
  const { partner, place, id } = await waitingClaim("I run it.");
  await showOnly(page, place);
  await open(page, `${PATH}?case=claim:${id}`);
  await expect(heading(page, place)).toBeVisible();
  await page.keyboard.press("m");
  const form = page.getByRole("form", { name: "Ask for more documents" });
  await form.getByRole("button", { name: "Ask for more documents" }).click();
  await expect(form).toContainText("Write what is missing");
  await form.getByLabel("What is missing").fill("Please send the lease.\n".repeat(12));
  await expect(form).toContainText("need a little more before we can decide it");
  await expect(form.getByRole("button", { name: "Ask for more documents" })).toBeInViewport({ ratio: 1 });
  await atEverySize(page, () => expectAccessible(page));
  await form.getByLabel("What is missing").press("Control+Enter");
  await expect(toast(page)).toContainText("Question sent");
  await page.goto(PATH);
  await expect(line(page, place)).toContainText("Waiting for the partner");
  const answer = { documents: ["The lease names me."] };
  const sent = await partner.api.put(`/partner/api/poi-claims/${id}`, { data: answer });
  expect(await sent.json()).toMatchObject({ moreRequested: null });
  await page.goto(`${PATH}?case=claim:${id}`);
  await expect(pane(page).getByRole("region", { name: "What we asked for" })).toContainText("the lease");
  await expect(pane(page)).toContainText("The lease names me.");
  await decide(page, "Approve").click();
  await page
    .getByRole("form", { name: "Approve this claim" })
    .getByRole("button", { name: "Approve this claim" })
    .click();
  await expect(toast(page)).toContainText("Claim approved");
});

test("a request is shown with possible duplicates, and rejecting it requires a reason", async ({ page }) => {
  const [partner, place] = [await addPartner(someName("Zaytoun Foods")), await freshPlace()];
  const { address, city, category } = place;
  const name = place.name.replace("Grill", "Gril");
  const id = await ask(partner, name, { address, city, category });
  await showOnly(page, name);
  await open(page, `${PATH}?case=request:${id}`);
  const alike = pane(page).getByRole("region", { name: "Possible duplicates in the directory" });
  await expect(alike).toContainText(place.name);
  await page.keyboard.press("r");
  const form = page.getByRole("form", { name: "Reject this request" });
  await form.getByRole("button", { name: "Reject this request" }).click();
  await expect(toast(page)).toContainText("Choose a reason or write a note");
  await form.getByLabel("The place is listed already").check();
  await form.getByRole("button", { name: "Reject this request" }).click();
  await expect(toast(page)).toContainText("Request rejected");
  await expect(queue(page)).toContainText("You're all caught up");
  await expect(pane(page)).toContainText("Choose a case");
});

test("late cases are marked and can be filtered, and the URL keeps the filter", async ({ page }) => {
  const { place } = await waitingClaim();
  await editAnswer(page, "admin.reviews.queue", (json: Queue) => {
    const late = { late: true, dueBy: "2020-01-01T00:00:00.000Z" };
    const items = casesOf(json, place);
    const shown = items.map((item) => ({ ...item, ...late }));
    return { ...json, items: shown, next: null };
  });
  await open(page, PATH);
  await expect(line(page, place)).toContainText(/Late by \d+ days/);
  await page.getByLabel("Show").selectOption("Late only");
  await page.getByLabel("Kind").selectOption("claim");
  await expect(page).toHaveURL(/late=true/);
  await expect(page).toHaveURL(/kind=claim/);
  await editAnswer(page, "admin.reviews.waiting", (json: { cases: object }) => {
    const claim = { count: 1, late: 1, dueBy: "2020-01-01T00:00:00.000Z" };
    return { ...json, cases: { ...json.cases, claim } };
  });
  await page.goto("/admin");
  await expect(page.getByText("1 late: we promise an answer within 3-5 business days.")).toBeVisible();
});

test("the queue has the focus after the last case is decided", async ({ page }) => {
  const one = await waitingClaim();
  await showOnly(page, one.place);
  await open(page, PATH, "partner_manager");
  await line(page, one.place).click();
  await decide(page, "Approve").click();
  await page
    .getByRole("form", { name: "Approve this claim" })
    .getByRole("button", { name: "Approve this claim" })
    .click();
  await expect(page.getByText("Choose a case")).toBeVisible();
  await expect(queue(page)).toBeFocused();
});

test("an empty queue says that everything is decided", async ({ page }) => {
  await editAnswer(page, "admin.reviews.queue", () => ({ items: [], total: 0, next: null }));
  await open(page, PATH);
  await expect(queue(page).getByText("You're all caught up")).toBeVisible();
});

test("the browser's Back leads from a case to its line in the queue", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { place } = await waitingClaim();
  await showOnly(page, place);
  await open(page, PATH);
  await line(page, place).click();
  await expect(heading(page, place)).toBeFocused();
  await page.goBack();
  await expect(line(page, place)).toBeFocused();
});

test("a page past the end of the queue leads to its first page", async ({ page }) => {
  await editAnswer(page, "admin.reviews.queue", (json: object) => ({ ...json, total: 1 }));
  await open(page, `${PATH}?depth=1000`);
  await expect(page).not.toHaveURL(/depth/);
});

test("the address of a tab of before leads to the cases of its kind", async ({ page }) => {
  await open(page, `${PATH}?tab=changes`);
  await expect(page.getByLabel("Kind")).toHaveValue("proposal");
  await page.getByLabel("Kind").selectOption("report");
  await expect(page).toHaveURL(/kind=report/);
  await expect(page).not.toHaveURL(/tab=/);
  await page.goto(`${PATH}?tab=silent`);
  await expect(page.getByRole("heading", { name: "Issuers that have not replied" })).toBeVisible();
});

test("a case is taken, given away and snoozed, and a reviewer who comes too late is told who has it", async ({
  page,
  browser,
  baseURL,
}) => {
  const { place, id } = await waitingClaim();
  const aisha = await openAsNew(page, `${PATH}?case=claim:${id}`, "admin");
  const assignee = pane(page).getByLabel("Assignee");
  await expect(assignee).toHaveValue("");
  const theirs = await browser.newContext(baseURL ? { baseURL } : {});
  const omar = await signedIn(theirs, "partner_manager");
  const session = await theirs.request.get("/api/admin/session");
  const { userId } = (await session.json()) as { userId: string };
  await page.keyboard.press("t");
  await expect(assignee.locator("option:checked")).toHaveText(aisha.username);
  await assignee.selectOption(omar.username);
  await expect(toast(page)).toContainText(`Assigned to ${omar.username}`);
  const late = await theirs.request.put(`/api/reviews/cases/claim:${id}/assignee`, {
    data: { assigneeId: userId, seen: null },
  });
  expect([late.status(), (await late.json()).error]).toEqual([
    409,
    `This case is assigned to ${omar.username} now`,
  ]);
  await theirs.close();
  await pane(page).getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "For a week" }).click();
  await expect(toast(page)).toContainText("Snoozed until");
  await page.goto(`${PATH}?snoozed=true`);
  await expect(line(page, place)).toContainText(omar.username);
  await expect(line(page, place)).toContainText("Snoozed until");
  await atEverySize(page, () => expectAccessible(page));
});

test("five cases are decided with three keys each at most, and nothing has to be scrolled", async ({
  page,
}) => {
  const all = [];
  for (let n = 0; n < 5; n += 1) all.push(await waitingClaim());
  await page.setViewportSize({ width: 1_280, height: 720 });
  await showOnly(page, ...all.map(({ place }) => place));
  await open(page, PATH, "admin");
  for (const [n, { place }] of all.entries()) {
    await expect(heading(page, place)).toBeFocused();
    const keys = n % 2 === 0 ? ["a", "Enter"] : ["r", "2", "Enter"];
    for (const key of keys.slice(0, -1)) await page.keyboard.press(key);
    const submit = pane(page).getByRole("form").locator("button[type=submit]");
    await expect(submit).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("No file came with this claim.")).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(toast(page)).toContainText(n % 2 === 0 ? "Claim approved" : "Claim rejected");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
  await expect(queue(page)).toContainText("You're all caught up");
});

test.describe("with refused calls", () => {
  test.use({ expectedInConsole: /Failed to load resource/ });

  test("a case already decided by another user shows who decided it and moves on", async ({
    page,
    browser,
    baseURL,
  }) => {
    const [one, two] = [await waitingClaim(), await waitingClaim()];
    await showOnly(page, one.place, two.place);
    await open(page, PATH);
    await line(page, one.place).click();
    await decide(page, "Approve").click();
    const theirs = await browser.newContext(baseURL ? { baseURL } : {});
    const other = await signedIn(theirs, "admin");
    const data = { decision: "rejected", reason: "place_closed" };
    expect((await theirs.request.put(`/api/reviews/claims/${one.id}`, { data })).status()).toBe(200);
    await theirs.close();
    await page.keyboard.press("Enter");
    await expect(toast(page)).toContainText("Someone else has already decided this case");
    await expect(toast(page)).toContainText(`${one.place} was rejected by ${other.username}`);
    await expect(heading(page, two.place)).toBeFocused();
  });

  test("the reviewer whose case was decided by another one first keeps the note that they typed", async ({
    page,
    browser,
    baseURL,
  }) => {
    const [one, two] = [await waitingClaim(), await waitingClaim()];
    await showOnly(page, one.place, two.place);
    await open(page, PATH);
    await line(page, one.place).click();
    await decide(page, "Reject").click();
    await page.getByLabel("Documents are missing").check();
    await page.getByLabel("Note to the partner").fill("The license names another street.");
    const theirs = await browser.newContext(baseURL ? { baseURL } : {});
    await signInShared(theirs, "admin");
    const data = { decision: "approved", reason: "proof_sufficient" };
    expect((await theirs.request.put(`/api/reviews/claims/${one.id}`, { data })).status()).toBe(200);
    await theirs.close();
    await page.getByRole("button", { name: "Reject this claim" }).click();
    await expect(toast(page)).toContainText("Your note is kept.");
    await expect(heading(page, one.place)).toBeVisible();
    await expect(pane(page).getByRole("heading", { name: "Your note was not sent" })).toBeFocused();
    await expect(pane(page).getByText("The license names another street.")).toBeVisible();
    await expectAccessible(page);
    await pane(page).getByRole("button", { name: "Next case" }).press("Enter"); // the pointer rests on the toast
    await expect(heading(page, two.place)).toBeFocused();
  });

  test("a failed decision keeps the case and the input and shows the reason", async ({ page }) => {
    const { id, place } = await waitingClaim();
    await signInShared(page.context(), "admin");
    const away = { status: 503, code: "UNAVAILABLE", sentence: "The service is away for a moment" };
    await page.route(/trpc\/admin\.reviews\.decideClaim/, (route) => refuse(route, away));
    await page.goto(`${PATH}?case=claim:${id}`);
    await expect(heading(page, place)).toBeVisible();
    await page.keyboard.press("a");
    await page.getByLabel("Note to the partner").fill("Kept");
    await page.getByRole("button", { name: "Approve this claim" }).click();
    await expect(toast(page)).toContainText("The decision was not saved");
    await expect(toast(page)).toContainText(`503: ${away.sentence}`);
    await expect(page.getByLabel("Note to the partner")).toHaveValue("Kept");
    await page.route(/trpc\/.*reviews\.claim\b/, (route) => refuse(route, away));
    await page.reload();
    await expect(pane(page).getByText("The case could not be loaded")).toBeVisible();
  });
});

test("the queue, the case and the decision are well formed and have no accessibility violations at 390 and 1440 px", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const { place } = await waitingClaim("I run it.");
  await showOnly(page, place);
  await open(page, PATH);
  await expect(line(page, place)).toBeVisible();
  await expectWellFormed(page, /^Reviews · /);
  await expectAccessible(page);
  await line(page, place).click();
  await expect(heading(page, place)).toBeFocused();
  await expect(decide(page, "Approve")).toBeInViewport();
  await atEverySize(page, async ({ width }) => {
    await expect(queue(page)).toBeVisible({ visible: width >= 1_000 });
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });
  await decide(page, "Reject").click();
  await page.getByLabel("Documents are missing").check();
  await expect(page.getByLabel("Documents are missing")).toBeInViewport();
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Back to the queue" }).click();
  await expect(line(page, place)).toBeFocused();
});
