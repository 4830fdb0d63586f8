import type { APIRequestContext } from "@playwright/test";
import { asStaff } from "../../harness/browser/partner.ts";
import { importPlaces } from "../../harness/browser/places.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  PHONE,
  test,
} from "../../harness/browser/screen.ts";

const WORD = crypto.randomUUID().slice(0, 8);
const ARABIC = `مطعم النور ${WORD}`;
const DECLARED = { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true };

/** A place of a word in its name; with evidence, a friendly one. */
async function placeCalled(request: APIRequestContext, name: string, hasEvidence: boolean): Promise<string> {
  await importPlaces([{ name, at: [-83.18, 42.32] }]);
  const [found] = (await (await request.get("/api/places", { params: { q: name } })).json()) as {
    id: string;
  }[];
  const id = found?.id ?? "";
  if (!hasEvidence) return id;
  const checkedAt = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10); // today may not have begun there
  for (const record of [DECLARED, { kind: "visit", checkedAt }])
    await asStaff(`/api/admin/pois/${id}/evidence`, record, "POST");
  return id;
}

test.use({ viewport: PHONE });

test("a print of a place has its evidence, its address and its day, and nothing to press", async ({
  page,
  request,
}) => {
  const id = await placeCalled(request, `Printed Corner ${WORD}`, true);
  await page.goto(`/places/${id}`);
  const printed = page.getByText(/^As of \w+ \d+, 20\d\d: http:.*\/places\/[\w-]+$/);
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(printed).toBeVisible();
  await expect(page.getByRole("heading", { name: "Why this badge" })).toBeVisible();
  for (const part of await page.locator("main :is(a, button, input)").all()) await expect(part).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 40[04]/ });

  test("a visitor finds a place, reads why it has its tier and what was known on a day", async ({
    page,
    request,
  }) => {
    await placeCalled(request, ARABIC, true);
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name: "Places" }).click();
    await page.getByLabel("A name, a dish or a city").fill(`النور ${WORD}`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: ARABIC }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(ARABIC);
    await expect(page.getByRole("heading", { name: "Friendly" })).toBeVisible();
    await expect(page.getByText("The owner declares that no meat, alcohol or pork")).toBeVisible();
    await page.getByLabel("Day", { exact: true }).fill("2020-01-01");
    await page.getByText("Other maps").click();
    await expect(page.getByRole("link", { name: "OpenStreetMap" })).toBeVisible();
    await page.getByRole("button", { name: "Show that day" }).click();
    await expect(page.getByText("Nothing had been recorded about this place by then.")).toBeVisible();
    await page.goto(`${new URL(page.url()).pathname}?on=yesterday`);
    await expect(page.getByRole("alert")).toHaveText("Please choose a day, such as 2026-12-31");
    await expect(page.getByRole("link", { name: "Claim this place" })).toHaveAttribute(
      "href",
      /^\/partner\?claim=\w+$/,
    );
    expect((await page.goto("/places/none"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  });
});

test("the page of a place is accessible at every size, and its badge and picture load", async ({
  page,
  request,
}) => {
  const id = await placeCalled(request, `${ARABIC} Second`, true);
  await page.goto(`/places/${id}?on=2020-01-01`);
  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(WORD));
    await expectAccessible(page);
  });
  for (const [file, type] of [
    ["badge.svg", "image/svg+xml; charset=utf-8"],
    ["card.png", "image/png"],
  ] as const) {
    const answer = await request.get(`/places/${id}/${file}`);
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, type]);
  }
  await page.goto(`/places/${id}/badge.svg`);
  await expect(page.getByText("Halal: Friendly", { exact: true })).toBeVisible();
});

test("the page of a masjid leads with Jumu'ah and is accessible at every size, also where little is known", async ({
  page,
  request,
}) => {
  const facts = { jumuah: ["13:15", "14:15"], womensSpace: true, parking: "Free lot behind the building" };
  const [known, unknown] = ["Known", "Unknown"].map((kind) => `Masjid ${kind} ${WORD}`) as [string, string];
  await importPlaces([
    { name: known, category: "mosque", at: [-83.19, 42.33], facts },
    { name: unknown, category: "mosque", at: [-83.2, 42.34] },
  ]);
  for (const name of [known, unknown]) {
    const found = await (await request.get("/api/places", { params: { q: name } })).json();
    const { id } = found.find((each: { name: string }) => each.name === name);
    await page.goto(`/places/${id}`);
    const heading = page.getByRole("heading", { name: "Jumu'ah", exact: true });
    await expect(heading).toBeInViewport();
    await expect(page.getByText("1:15 PM")).toHaveCount(name === known ? 1 : 0);
    await expect(page.getByText(/^Are the times of this masjid missing\?/)).toBeVisible();
    await atEverySize(page, async () => {
      await expectWellFormed(page, new RegExp(WORD));
      await expectAccessible(page);
    });
  }
});

test("the page of an issuer is accessible at every size, and is found from the page of a place", async ({
  page,
}) => {
  const name = `Council ${WORD}`;
  const texts = { about: "Founded in 1990.", standard: "Hand slaughter only.", register: "council.example" };
  await asStaff("/api/admin/issuers", { name, country: "US", ...texts }, "POST");
  await page.goto(`/issuers/council-${WORD}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByRole("link", { name: `Open the register of ${name}` })).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(WORD));
    await expectAccessible(page);
  });
});
