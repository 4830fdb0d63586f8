import { importPlaces } from "../harness/browser/places.ts";
import { expect, PHONE, test } from "../harness/browser/screen.ts";

const WORD = crypto.randomUUID().slice(0, 8);

test.use({ viewport: PHONE });

test("at 125, 150 and 200 % of the text size the top bar keeps its words whole and covers no text", async ({
  page,
  request,
}) => {
  await importPlaces([{ name: `Corner Grill ${WORD}`, at: [-83.18, 42.32] }]);
  const found = await request.get("/api/places", { params: { q: WORD } });
  const [place] = (await found.json()) as { id: string }[];
  expect(place?.id).toBeDefined();
  for (const path of ["/", "/places", `/places/${place?.id}`, "/cities", "/support", "/me", "/privacy"]) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible(); // the app renders some of them after it loaded
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    for (const percent of [125, 150, 200]) {
      const shown = await page.evaluate(
        (size) => {
          document.documentElement.style.fontSize = `${size}%`;
          const bar = document.querySelector("header");
          const words = document.createRange();
          const name = bar?.querySelector("a span");
          if (name) words.selectNodeContents(name);
          const first = document.querySelector("main :is(h1, p)");
          return {
            lines: words.getClientRects().length,
            barEnd: Math.round(bar?.getBoundingClientRect().bottom ?? -1),
            firstText: Math.round(first?.getBoundingClientRect().top ?? -1),
            overflow: document.documentElement.scrollWidth - window.innerWidth,
          };
        },
        (percent * 17) / 16,
      );
      const at = `${path} at ${percent} %`;
      expect(shown, at).toMatchObject({ lines: 1, overflow: 0 });
      expect(shown.firstText, at).toBeGreaterThanOrEqual(shown.barEnd);
      expect(shown.barEnd, at).toBeLessThan(PHONE.height / 5);
    }
  }
});
