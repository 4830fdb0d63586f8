import type { Page } from "@playwright/test";
import { minutes, seconds } from "../../../../src/shared/duration.ts";
import {
  atEverySize,
  expect,
  expectAccessible,
  expectWellFormed,
  test,
} from "../../../harness/browser/screen.ts";
import { addInquiry, list, open, rowOf, someName } from "../../../harness/browser/staff-lists.ts";
import { callsTo } from "../../../harness/browser/waitlist-card.ts";

const SOON = { timeout: seconds(10) };
const inquiries = (page: Page) => list(page, "Partnership inquiries");
const waiting = (page: Page, name: string) => inquiries(page).getByRole("button", { name });

/** Another browser's change, as staff make it. */
async function byOther(page: Page, method: "PUT" | "DELETE", path: string): Promise<void> {
  const answer = await page.request.fetch(`/api/admin/partnerships/${path}`, {
    method,
    ...(method === "PUT" && { data: {} }),
  });
  expect(answer.status()).toBe(200);
}

test("what others change is on the screen within ten seconds, and nothing that is read moves", async ({
  page,
}) => {
  const group = someName("Live");
  const id = await addInquiry(`${group} first`);
  await open(page, `/admin/inquiries?q=${encodeURIComponent(group)}`);
  const first = rowOf(page, `${group} first`);
  const menu = first.getByRole("button", { name: /^Actions for/ });
  await expect(first).toContainText("Waiting");
  await menu.focus();
  const top = (await first.boundingBox())?.y;
  await byOther(page, "PUT", `${id}/answered`);
  await expect(first).toContainText("Answered", SOON);
  await addInquiry(`${group} second`);
  await expect(waiting(page, "1 new: show it")).toBeVisible(SOON);
  await expect(rowOf(page, `${group} second`)).toHaveCount(0);
  await expect(menu).toBeFocused();
  expect((await first.boundingBox())?.y).toBe(top);
  await atEverySize(page, async () => {
    await expectWellFormed(page, /^Inquiries · /);
    await expectAccessible(page);
  });
  await waiting(page, "1 new: show it").click();
  await expect(rowOf(page, `${group} second`)).toBeVisible();
  await expect(inquiries(page).getByRole("status").first()).toBeFocused();
  await byOther(page, "DELETE", id);
  await expect(waiting(page, "1 no longer here: update")).toBeVisible(SOON);
  await expect(first).toHaveAttribute("data-gone", "true");
  await waiting(page, "1 no longer here: update").click();
  await expect(first).toHaveCount(0);
});

const setVisible = (page: Page, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      window.dispatchEvent(new Event("visibilitychange"));
    },
    visible ? "visible" : "hidden",
  );

test("a hidden tab asks for no changes, and a visible one asks at once", async ({ page }) => {
  await page.clock.install();
  await open(page, "/admin/issuers");
  await expect(list(page, "Register").getByRole("searchbox")).toBeVisible();
  await setVisible(page, false);
  await page.clock.runFor(seconds(1)); // sends what the visible tab has just asked for
  await page.evaluate(() => fetch("/healthz").then(({ ok }) => ok)); // so that it has been sent
  const calls = callsTo(page, "admin.changes.since");
  await page.clock.runFor(minutes(2));
  expect(calls).toHaveLength(0);
  const asked = page.waitForRequest(/admin\.changes\.since/);
  await setVisible(page, true);
  await asked;
});

test.describe("while the server fails", () => {
  test.use({ expectedInConsole: /status of 503/ });

  test("a tab asks for changes less and less often", async ({ page }) => {
    const calls = { asked: 0, answered: 0 };
    await page.route("**/trpc/admin.changes.since**", async (route) => {
      calls.asked += 1;
      await route.fulfill({ status: 503, body: "" });
      calls.answered += 1;
    });
    await page.clock.install();
    await open(page, "/admin/issuers");
    await expect(async () => {
      await page.clock.runFor(seconds(5)); // until the app that polls is there
      expect(calls.asked).toBeGreaterThan(0);
    }).toPass();
    for (let passed = 0; passed < minutes(5); passed += seconds(5)) {
      await page.clock.runFor(seconds(5));
      await expect.poll(() => calls.asked - calls.answered).toBe(0);
    }
    expect(calls.asked).toBeGreaterThan(2);
    expect(calls.asked).toBeLessThan(12);
  });
});

/** Bytes of live JavaScript objects, and elements, after a collection of garbage. */
async function memoryOf(page: Page): Promise<{ readonly heap: number; readonly nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heap: read("JSHeapUsedSize"), nodes: read("Nodes") };
}

const HEAP_GROWTH = 500_000; // bytes
const NODE_GROWTH = 100;

test("a tab does not grow over twenty minutes in which its list changes every half minute", async ({
  page,
}) => {
  await page.clock.install();
  const group = someName("Hour");
  await addInquiry(group);
  let cursor = 0;
  await page.route("**/trpc/admin.changes.since**", (route) => {
    cursor += 1;
    const json = [
      {
        result: {
          data: { json: { cursor: String(cursor), changed: ["admin.partnerships", "admin.dashboard"] } },
        },
      },
    ];
    return route.fulfill({ json });
  });
  await open(page, `/admin/inquiries?q=${encodeURIComponent(group)}`);
  await expect(rowOf(page, group)).toBeVisible();
  async function update(): Promise<void> {
    const reloaded = page.waitForResponse(/admin\.partnerships\.list/);
    await page.clock.fastForward(seconds(30));
    await reloaded;
  }
  for (let n = 0; n < 10; n += 1) await update();
  const before = await memoryOf(page);
  for (let n = 0; n < 40; n += 1) await update();
  const after = await memoryOf(page);
  expect(after.heap - before.heap).toBeLessThan(HEAP_GROWTH);
  expect(after.nodes - before.nodes).toBeLessThan(NODE_GROWTH);
});
