import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { findChromium } from "../../harness/chromium.ts";
import { scratch, startServer } from "../../harness/server.ts";
import { type Case, type Extent, type Finding, missing } from "../../harness/suite.ts";
import { alternate, figureWithoutGoal, formatInteger } from "../figures.ts";
import { onSlowPhone } from "./throttled-phone.ts";

const GOAL = 1.1; // of a plain page of the same content
const LINE = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }; // slow 4G, as in mobile audits
const SETTLED = 1_500; // milliseconds after loading in which a larger paint could still come

/**
 * When a phone shows the largest thing of the landing page, against the same words as a bare page. The one that is
 * compared keeps our policy, which allows no style inside a page; a page without that policy is reported next to it.
 */
export const paint: Case = {
  name: "paint",
  async run(extent) {
    const path = await findChromium();
    if (path === null) return [missing("there is no Chromium")];
    const home = await scratch();
    const server = await startServer({ DATA_DIR: join(home.path, "data") });
    const anchor = await startPlain(`${server.url}/`);
    const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
    try {
      return await compare(browser, `${server.url}/`, anchor.url, extent);
    } finally {
      await browser.close();
      anchor.stop();
      await server.term();
      await home.remove();
    }
  },
};

async function compare(
  browser: Browser,
  page: string,
  plainUrl: string,
  { short }: Extent,
): Promise<Finding[]> {
  const rounds = short ? 2 : 9;
  const ask = (url: string) => () => largestPaint(browser, url);
  const strict = await alternate(rounds, ask(`${plainUrl}linked`), ask(page));
  const loose = await alternate(rounds, ask(`${plainUrl}inside`), ask(page));
  const ratio = strict.ours / strict.reference;
  return [
    {
      what: "largest paint against a plain page of the same content",
      figure: `${ratio.toFixed(2)} x (goal ${GOAL}): ${formatInteger(strict.ours)} against ${formatInteger(strict.reference)} ms`,
      ok: ratio <= GOAL,
    },
    figureWithoutGoal(
      "the same with its styles inside the page",
      `${(loose.ours / loose.reference).toFixed(2)} x: ${formatInteger(loose.ours)} against ${formatInteger(loose.reference)} ms`,
    ),
  ];
}

/** Milliseconds from navigation to the largest paint, with an empty cache. */
const largestPaint = (browser: Browser, url: string): Promise<number> =>
  onSlowPhone(browser, LINE, async (page) => {
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(SETTLED);
    return readLargestPaint(page);
  });

const readLargestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );

/** Serves the page's text without scripts from a separate process: `/linked` and `/inside`. */
async function startPlain(url: string): Promise<{ url: string; stop(): void }> {
  const html = await (await fetch(url)).text();
  const href = /<link rel="stylesheet" href="([^"]+)">/.exec(html)?.[1] ?? "";
  const css = (await (await fetch(new URL(href, url))).text()).replace(/@font-face\s*\{[^}]*\}/g, "");
  const bare = html
    .replace(/<link rel="(preload|modulepreload|manifest)"[^>]*>/g, "")
    .replace(/<link rel="stylesheet"[^>]*><noscript>.*?<\/noscript>(?=<\/body>)/, "") // the fonts
    .replace(/<script(?! type="application)[^>]*>[\s\S]*?<\/script>/g, "");
  const answers = new Map([
    ["/linked", packed(bare, "text/html; charset=utf-8")],
    [
      "/inside",
      packed(
        bare.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${css}</style>`),
        "text/html; charset=utf-8",
      ),
    ],
    [href, packed(css, "text/css")],
  ]);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url: asked }) => {
      const { pathname } = new URL(asked);
      return answers.get(pathname)?.clone() ?? fetch(new URL(pathname, url));
    },
  });
  return { url: `http://127.0.0.1:${server.port}/`, stop: () => void server.stop(true) };
}

const packed = (text: string, type: string): Response =>
  new Response(Bun.gzipSync(Buffer.from(text), { level: 9 }), {
    headers: { "Content-Type": type, "Content-Encoding": "gzip" },
  });
