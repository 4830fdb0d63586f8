import { join } from "node:path";
import { type Browser, type CDPSession, chromium } from "playwright";
import { findChromium } from "../../harness/chromium.ts";
import { scratch, startServer } from "../../harness/server.ts";
import { type Case, type Extent, type Finding, missing } from "../../harness/suite.ts";
import { atMost, figureWithoutGoal, median } from "../figures.ts";
import { onSlowPhone } from "./throttled-phone.ts";

const LINE = { latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 }; // 400 kbit/s
const SECONDS = 3;
const KILOBYTES = 90; // bodies; headers are compressed away by HTTP/2, which the server's own HTTP/1.1 does not do
const PAGES = [
  { path: "/admin", label: "Username", button: "Sign in" },
  { path: "/partner/auth", label: "Email", button: "Login" },
] as const;

type SignIn = (typeof PAGES)[number];

interface Sent {
  /** From navigation to the request that signs in. */
  readonly seconds: number;
  /** Received by then. */
  readonly kilobytes: number;
}

/** When a sign-in is sent that was typed at once, against a page with the same form and no script. */
export const signInPage: Case = {
  name: "sign-in-page",
  async run(extent) {
    const path = await findChromium();
    if (path === null) return [missing("there is no Chromium")];
    const home = await scratch();
    const server = await startServer({ DATA_DIR: join(home.path, "data") });
    const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
    try {
      const findings: Finding[] = [];
      for (const page of PAGES) findings.push(...(await compare(browser, server.url, page, extent)));
      return findings;
    } finally {
      await browser.close();
      await server.term();
      await home.remove();
    }
  },
};

async function compare(
  browser: Browser,
  server: string,
  page: SignIn,
  { short }: Extent,
): Promise<readonly Finding[]> {
  const plain = startPlain(server);
  const ours: Sent[] = [];
  const reference: Sent[] = [];
  for (let round = 0; round < (short ? 1 : 5); round++) {
    reference.push(await sent(browser, plain.url, page));
    ours.push(await sent(browser, server, page));
  }
  plain.stop();
  const seconds = median(ours.map((each) => each.seconds));
  const onPlain = median(reference.map((each) => each.seconds));
  const kilobytes = median(ours.map((each) => each.kilobytes));
  return [
    atMost(`${page.path}: a sign-in is sent after`, seconds, SECONDS, "s"),
    figureWithoutGoal(
      `${page.path}: against a plain page`,
      `${(seconds / onPlain).toFixed(2)} x: ${seconds.toFixed(1)} against ${onPlain.toFixed(1)} s`,
    ),
    atMost(`${page.path}: received by then`, kilobytes, KILOBYTES, "kB"),
  ];
}

const sent = (browser: Browser, url: string, { path, label, button }: SignIn): Promise<Sent> =>
  onSlowPhone(browser, LINE, async (page, session) => {
    const posted = watch(session);
    await page.goto(url + path, { waitUntil: "commit" });
    await page.getByLabel(label).fill("amina");
    await page.getByLabel("Password", { exact: true }).fill("not the one");
    await page.getByRole("button", { name: button, exact: true }).click({ noWaitAfter: true });
    return posted;
  });

/** Resolves with the first request that sends something. */
function watch(session: CDPSession): Promise<Sent> {
  let began: number | undefined;
  let bytes = 0;
  const { promise, resolve } = Promise.withResolvers<Sent>();
  session.on("Network.dataReceived", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on("Network.requestWillBeSent", ({ timestamp, request }) => {
    began ??= timestamp;
    if (request.method === "POST") resolve({ seconds: timestamp - began, kilobytes: bytes / 1_000 });
  });
  return promise;
}

/** The same pages without their scripts, and the files that they name. */
function startPlain(origin: string): { readonly url: string; stop(): void } {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async ({ url, method, headers }) => {
      if (method !== "GET") return new Response("plain");
      const { pathname } = new URL(url);
      const answer = await fetch(origin + pathname, { headers, decompress: false });
      if (PAGES.every(({ path }) => path !== pathname)) return answer;
      const html = await (await fetch(origin + pathname)).text();
      const bare = html.replace(/<link rel="modulepreload"[^>]*>|<script[^>]*><\/script>| disabled/g, "");
      return new Response(Bun.gzipSync(Buffer.from(bare)), { headers: HTML });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => void server.stop(true) };
}

const HTML = { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip" };
