import type { Page } from "@playwright/test";
import { freshPlace } from "../../../harness/browser/partner.ts";
import {
  addPartner,
  ask,
  claim,
  evidenceFiles,
  type SomePartner,
} from "../../../harness/browser/review-cases.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { signedIn } from "../../../harness/browser/staff.ts";
import { open, openAsNew, someName, toast } from "../../../harness/browser/staff-lists.ts";

const PATH = "/admin/reviews";
const pane = (page: Page) => page.getByRole("region", { name: "Case" });
const heading = (page: Page, name: string) => pane(page).getByRole("heading", { level: 2, name });
const HEARTBEAT = { timeout: 15_000 };

interface Waiting {
  readonly partner: SomePartner;
  readonly place: string;
  readonly id: string;
}

async function waitingClaim(sent: Parameters<typeof claim>[2] = {}): Promise<Waiting> {
  const [partner, { name: place }] = [await addPartner(someName("Zaytoun Foods")), await freshPlace()];
  return { partner, place, id: await claim(partner, place, sent) };
}

/** Another test may have opened the case too, as the first one of its queue. */
const alsoThere = ({ username }: { readonly username: string }) =>
  new RegExp(`${username}( and .+)? ha(s|ve) this case open too`);

test("two reviewers of a case see each other by name, and a note outlives the other one's decision and a reload", async ({
  page,
  browser,
  baseURL,
}) => {
  const { place, id } = await waitingClaim();
  const aisha = await openAsNew(page, `${PATH}?case=claim:${id}`, "admin");
  const theirs = await browser.newContext(baseURL ? { baseURL } : {});
  const omar = await signedIn(theirs, "partner_manager");
  const other = await theirs.newPage();
  await other.goto(`${PATH}?case=claim:${id}`);
  await expect(pane(other)).toContainText(alsoThere(aisha), HEARTBEAT);
  await expect(pane(page)).toContainText(alsoThere(omar), HEARTBEAT);
  await pane(page).getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByLabel("Note to the partner").fill("The license names another street.");
  await pane(other).getByRole("button", { name: "Approve", exact: true }).click();
  await other.getByRole("button", { name: "Approve this claim" }).click();
  await expect(toast(other)).toContainText("Claim approved");
  await expect(pane(page).getByRole("heading", { name: "Your note was not sent" })).toBeFocused(HEARTBEAT);
  await expect(pane(page)).toContainText(`Approved by ${omar.username}`);
  await expect(pane(page).getByText("The license names another street.")).toBeVisible();
  await atEverySize(page, () => expectAccessible(page));
  await page.reload();
  await expect(heading(page, place)).toBeVisible();
  await expect(pane(page).getByText("The license names another street.")).toBeVisible();
  await theirs.close();
});

test("a decision is undone from its toast and from its case, and the partner's claim waits again", async ({
  page,
}) => {
  const { partner, place, id } = await waitingClaim();
  const statusOf = async () =>
    ((await (await partner.api.get("/partner/api/my-claims")).json()) as { status: string }[])[0]?.status;
  await open(page, `${PATH}?case=claim:${id}`, "admin");
  await expect(heading(page, place)).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Claim approved");
  expect(await statusOf()).toBe("approved");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await page.mouse.move(10, 10); // a toast under the pointer stays
  await expect(toast(page)).toContainText("Decision undone");
  await expect(heading(page, place)).toBeFocused();
  await expect(pane(page).getByText("Pending", { exact: true })).toBeVisible();
  expect(await statusOf()).toBe("pending");
  await page.keyboard.press("m");
  await page.getByLabel("What is missing").fill("Please send the lease.");
  await page.getByRole("button", { name: "Ask for more documents" }).press("Enter");
  await expect(toast(page)).toContainText("Question sent");
  await page.goto(`${PATH}?case=claim:${id}`);
  await expect(pane(page).getByText("Waiting for the partner")).toBeVisible();
  await expect(pane(page).getByRole("region", { name: "Asked for, not here yet" })).toContainText(
    "the lease",
  );
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Reviews · /);
    await expectAccessible(page);
  });
  await pane(page).getByRole("button", { name: "Undo the question" }).click();
  await expect(toast(page)).toContainText("Decision undone");
  await expect(heading(page, place)).toBeFocused();
  await expect(pane(page).getByText(/^Promised by /)).toBeVisible();
});

test.describe("with a refused call", () => {
  test.use({ expectedInConsole: /status of 409/ });
  test("an undo that has come too late says what has changed since", async ({ page }) => {
    const [partner, name] = [await addPartner(someName("Zaytoun Foods")), someName("Zaytoun Market")];
    const id = await ask(partner, name);
    await open(page, `${PATH}?case=request:${id}`, "admin");
    await expect(heading(page, name)).toBeVisible();
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Approve this request" }).click();
    await expect(toast(page)).toContainText("Request approved");
    const [{ poiId }] = (await (await partner.api.get("/partner/api/my-requests")).json()) as [
      { poiId: string },
    ];
    const facts = await partner.api.put(`/partner/api/my-pois/${poiId}/facts`, {
      data: { prayerRoom: true },
    });
    expect(facts.status()).toBe(200);
    await page.goto(`${PATH}?case=request:${id}`);
    await pane(page).getByRole("button", { name: "Undo the decision" }).click();
    await expect(toast(page)).toContainText("The decision was not undone");
    await expect(toast(page)).toContainText("facts about the place were added since");
    await expect(pane(page).getByText("Approved", { exact: true })).toBeVisible();
  });
});

/** Two fingers that move apart to twice their distance. */
async function pinch(page: Page, name: string): Promise<void> {
  await pane(page)
    .getByRole("region", { name })
    .evaluate((target) => {
      const send = (type: string, gap: number) => {
        const touches = [100, 100 + gap].map(
          (clientX, identifier) => new Touch({ identifier, target, clientX, clientY: 100 }),
        );
        target.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
      };
      send("touchstart", 60);
      send("touchmove", 120);
    });
}

test("evidence is zoomed by button, key, wheel and two fingers, turned, and compared side by side", async ({
  page,
}) => {
  const { place, id } = await waitingClaim({ files: await evidenceFiles(page) });
  await page.setViewportSize({ width: 1_440, height: 900 });
  await open(page, `${PATH}?case=claim:${id}`, "admin");
  await expect(heading(page, place)).toBeVisible();
  const picture = pane(page).getByRole("img", { name: "license.png" });
  await expect(picture).toBeVisible();
  const widthOf = async () => Math.round((await picture.boundingBox())?.width ?? 0);
  const level = pane(page).getByRole("status").filter({ hasText: "%" });
  const width = await widthOf();
  await pane(page).getByRole("button", { name: "Zoom in" }).click();
  await expect(level).toHaveText("150%");
  expect((await widthOf()) / width).toBeCloseTo(1.5, 1);
  await heading(page, place).focus();
  await page.keyboard.press("-");
  await expect(level).toHaveText("100%");
  await picture.hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -240);
  await page.keyboard.up("Control");
  await expect(level).toHaveText("200%");
  await pane(page).getByRole("button", { name: "Fit the width" }).click();
  await pinch(page, "license.png");
  await expect(level).toHaveText("200%");
  await page.keyboard.press("0");
  await expect(level).toHaveText("100%");
  const before = await picture.boundingBox();
  await pane(page).getByRole("button", { name: "Rotate" }).click();
  await expect
    .poll(async () => {
      const box = await picture.boundingBox();
      return box && before && Math.abs(box.width / box.height - before.height / before.width) < 0.05;
    })
    .toBe(true);
  const box = await pane(page).getByRole("region", { name: "license.png" }).boundingBox();
  const whole = await pane(page).boundingBox();
  expect((box?.width ?? 0) / (whole?.width ?? 1)).toBeGreaterThan(0.45);
  expect((box?.height ?? 0) / 900).toBeGreaterThan(0.55);
  await expect(pane(page).getByRole("button", { name: "Approve", exact: true })).toBeInViewport();
  await page.keyboard.press("a");
  await expect(pane(page).getByRole("region", { name: "license.png" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Approve this claim" })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await pane(page).getByRole("button", { name: "Side by side" }).click();
  const dialog = page.getByRole("dialog", { name: "Evidence side by side" });
  await expect(dialog.getByRole("img", { name: "license.png" })).toBeVisible();
  const paper = dialog.getByRole("img", { name: "lease.pdf, page 1 of 1" });
  await expect(paper).toBeVisible({ timeout: 15_000 });
  const pixels = () => paper.evaluate((canvas: HTMLCanvasElement) => canvas.width);
  const plain = await pixels();
  await dialog.getByRole("region", { name: "lease.pdf" }).focus();
  await page.keyboard.press("+");
  await expect.poll(pixels).toBeGreaterThan(plain * 1.4);
  const [left, right] = [
    await dialog.getByLabel("Left file").boundingBox(),
    await dialog.getByLabel("Right file").boundingBox(),
  ];
  expect(left?.y).toBe(right?.y);
  await atEverySize(page, () => expectAccessible(page));
  await page.keyboard.press("Escape");
  await expect(pane(page).getByRole("button", { name: "Side by side" })).toBeFocused();
});

test("a note for staff is kept with a claim, and its partner never sees it", async ({ page }) => {
  const { partner, place, id } = await waitingClaim();
  await open(page, `${PATH}?case=claim:${id}`, "partner_manager");
  await expect(heading(page, place)).toBeVisible();
  const text = someName("Call them on Monday");
  await pane(page).getByLabel("For your team").fill(text);
  await pane(page).getByRole("button", { name: "Add note" }).click();
  await expect(pane(page).getByRole("listitem").filter({ hasText: text })).toBeVisible();
  const mine = await partner.api.get("/partner/api/my-claims");
  expect(await mine.text()).not.toContain(text);
});

test("a place is looked up on a map and on the web, in a new tab that learns nothing of this one", async ({
  page,
}) => {
  const { place, id } = await waitingClaim();
  await open(page, `${PATH}?case=claim:${id}`, "admin");
  for (const name of ["Search on a map", "Search the web"]) {
    const link = pane(page).getByRole("link", { name });
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect(link).toHaveAttribute("target", "_blank");
    const { searchParams } = new URL((await link.getAttribute("href")) ?? "");
    expect(searchParams.get("query") ?? searchParams.get("q")).toContain(place);
  }
});
