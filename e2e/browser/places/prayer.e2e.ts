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
const FROM = "2020-01-01";
const IQAMAH = ["fajr", "dhuhr", "asr", "maghrib", "isha"].map((prayer) => ({
  ...{ prayer, rule: "adhan + 10", from: FROM },
}));
const JUMUAH = [
  { time: "13:15", hall: "Main hall", language: "Arabic", from: FROM },
  { time: "13:15", hall: "Gym", language: "English", from: FROM },
];

interface Found {
  readonly id: string;
  readonly name: string;
}

/** A masjid of a word in its name; with what it says of its times. */
async function masjid(
  request: Parameters<Parameters<typeof test>[2]>[0]["request"],
  name: string,
  said: object | null,
) {
  await importPlaces([{ name, category: "mosque", at: [-83.18, 42.32] }]);
  const found: Found[] = await (await request.get("/api/places", { params: { q: name } })).json();
  const id = found.find((each) => each.name === name)?.id ?? "";
  if (said) await asStaff(`/api/admin/pois/${id}/prayer`, said);
  return id;
}

test.use({ viewport: PHONE });

test("the page of a masjid leads with what comes next, and its table and its Fridays are accessible at every size", async ({
  page,
  request,
}) => {
  const id = await masjid(request, `Masjid Noor ${WORD}`, {
    iqamah: [...IQAMAH, { prayer: "isha", rule: "fixed 21:00", from: "2090-01-01" }],
    jumuah: JUMUAH,
  });
  await page.goto(`/places/${id}`);
  await expect(page.getByRole("heading", { name: "Prayer times" })).toBeInViewport();
  await expect(page.getByText(/^(Next: )?.*iqamah \d+(:\d\d)? [AP]M$/)).toBeVisible();
  const table = page.getByRole("table").first();
  await expect(table.getByRole("row")).toHaveCount(7); // with the names of the columns and sunrise
  await expect(page.getByText("Gym, English")).toBeVisible();
  await expect(page.getByText(/From January 1, 2090, Isha: at 9 PM/)).toBeVisible();
  await atEverySize(page, async () => {
    await expectWellFormed(page, new RegExp(WORD));
    await expectAccessible(page);
  });
});

test("the frame for other sites is accessible, and is shown by another page", async ({
  page,
  request,
  baseURL,
}) => {
  const id = await masjid(request, `Masjid Frame ${WORD}`, { iqamah: IQAMAH, jumuah: JUMUAH });
  await page.goto(`/places/${id}/frame`);
  await atEverySize(page, () => expectAccessible(page));
  await page.route("**/framing", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>A site</title><main><h1>A site</h1><iframe title="times" src="${baseURL}/places/${id}/frame"></iframe></main></html>`,
    }),
  );
  await page.goto("/framing");
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toHaveText(
    `Masjid Frame ${WORD}`,
  );
});

test.describe("the screen of a hall", () => {
  test.use({ hasTouch: true, expectedInConsole: /ERR_INTERNET_DISCONNECTED/ }); // a page of its own, as its clock is set

  test("counts down, is accessible at every size, and shows a change by itself", async ({
    page,
    request,
  }) => {
    const id = await masjid(request, `Masjid Screen ${WORD}`, { iqamah: IQAMAH, jumuah: JUMUAH });
    const noon = new Date();
    noon.setUTCHours(15, 0, 0, 0); // between sunrise and Dhuhr, in winter and in summer
    await page.clock.install({ time: noon });
    await page.goto(`/places/${id}/screen`);
    await expect(page.getByText("until the adhan")).toBeVisible();
    const countdown = page.getByRole("timer");
    await expect(
      page
        .locator("strong", { hasText: "Dhuhr" })
        .or(page.locator("strong", { hasText: "Jumu'ah" }))
        .first(),
    ).toBeVisible();
    const before = await countdown.textContent();
    await page.clock.runFor(10_000);
    await expect(countdown).not.toHaveText(before ?? "");
    await atEverySize(page, () => expectAccessible(page));
    await asStaff(`/api/admin/pois/${id}/prayer`, {
      iqamah: [{ prayer: "isha", rule: "23:45", from: FROM }],
    });
    await page.clock.runFor(301_000);
    await expect(page.locator("section:not([hidden])").getByText("11:45 PM")).toBeVisible();
  });

  test("goes on for the next day without a connection, and says so when its days are over", async ({
    page,
    request,
  }) => {
    const id = await masjid(request, `Masjid Offline ${WORD}`, { iqamah: IQAMAH, jumuah: JUMUAH });
    const start = new Date();
    await page.clock.install({ time: start });
    await page.goto(`/places/${id}/screen`);
    const day = page.locator("section:not([hidden]) h2");
    const first = await day.textContent();
    await page.context().setOffline(true);
    await page.clock.fastForward(24 * 3_600_000);
    await page.clock.runFor(2_000);
    await expect(day).toBeVisible();
    await expect(day).not.toHaveText(first ?? "");
    await expect(page.getByRole("timer")).toHaveText(/^(\d+:)?\d+:\d\d$/);
    await page.clock.fastForward(4 * 24 * 3_600_000);
    await page.clock.runFor(2_000);
    await expect(page.getByText("These times are out of date.")).toBeVisible();
    await expect(day).toHaveCount(0);
    await page.context().setOffline(false);
  });
});
