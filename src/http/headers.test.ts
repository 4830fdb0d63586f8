import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../app.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { give } from "../testing/gifts.ts";
import type { WebManifest } from "../web/build/manifest.ts";
import { createStatic } from "./pages/static.ts";
import { pageHeaders } from "./responses.ts";

const MANIFEST: WebManifest = {
  stylesheets: ["assets/app-1.css"],
  notFound: "404.html",
  serverPages: { module: "server/pages.js", document: "server/pages.html" },
  pages: [
    { path: "/", file: "index.html", stored: true },
    { path: "/admin", file: "app.html", stored: false },
  ],
};
const PAGES = ["index.html", "app.html", "404.html", "waitlist-joined.html", "waitlist-failed.html"];

/** A second copy of the policy, so that a directive that is loosened or lost fails here. */
const PAGE_POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "font-src": "'self'",
  "connect-src": "'self'",
  "manifest-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "object-src": "'none'",
  "frame-ancestors": "'none'",
};

let dir: string;
let http: TestApp;
let https: TestApp;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "headers-"));
  for (const name of PAGES) await Bun.write(join(dir, name), "<p><!--sentence--></p>");
  await Bun.write(join(dir, "manifest.json"), JSON.stringify(MANIFEST));
  http = await testApp({ PUBLIC_URL: "http://localhost:3000" });
  https = await testApp({ PUBLIC_URL: "https://rihla.example" });
});
afterAll(async () => {
  await Promise.all([http.close(), https.close()]);
  await rm(dir, { recursive: true });
});

/** The test app with pages, which it lacks by default. */
function fetcher({ deps }: TestApp) {
  const app = createApp(deps, createStatic(dir, pageHeaders(deps.settings), deps.settings));
  return async (line: string, form?: string): Promise<Response> => {
    const [method = "GET", path = "/"] = line.split(" ");
    const body = form === undefined ? {} : { body: form, headers: FORM };
    const request = new Request(deps.settings.publicUrl.origin + path, { method, ...body });
    return app.fetch(request, { address: () => "192.0.2.1", setIdleTimeout: () => {} });
  };
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** Directives with their sources. Throws on a duplicate, because browsers ignore the second. */
function policyOf(response: Response): Record<string, string> {
  const text = response.headers.get("content-security-policy") ?? "";
  const directives = text.split(";").map((each) => each.trim().split(/\s+/));
  const policy = Object.fromEntries(directives.map(([name = "", ...sources]) => [name, sources.join(" ")]));
  if (Object.keys(policy).length !== directives.length) throw new Error(`A directive twice: ${text}`);
  return policy;
}

test("every HTML response has the whole Content-Security-Policy", async () => {
  const send = fetcher(http);
  const { paymentUrl } = (await give(http)).json;
  const payment = new URL(paymentUrl).pathname;
  const responses: Record<string, Promise<Response>> = {
    "a prerendered page": send("GET /"),
    "a staff page": send("GET /admin"),
    "a page that does not exist": send("GET /none"),
    "a form that was accepted": send("POST /waitlist", "firstName=A&email=a%40example.com"),
    "a form that was refused": send("POST /waitlist", "firstName="),
    "the sandbox's payment page": send(`GET ${payment}`),
    "the sandbox's refusal": send("GET /sandbox/pay/none"),
    "the sandbox's refused form": send("POST /sandbox/pay/none/confirm", ""),
  };
  for (const [name, response] of Object.entries(responses)) {
    const answered = await response;
    expect([name, answered.headers.get("content-type")]).toEqual([name, "text/html; charset=utf-8"]);
    expect([name, policyOf(answered)]).toEqual([name, PAGE_POLICY]);
  }
});

const LINES = ["GET /", "GET /none", "GET /api/none", "GET /healthz", "GET /metrics", "GET /trpc/none"];

test("a site on https sends HSTS with every response", async () => {
  const send = fetcher(https);
  for (const line of LINES) {
    const sent = (await send(line)).headers.get("strict-transport-security");
    expect([line, sent]).toEqual([line, "max-age=31536000; includeSubDomains"]);
  }
});

test("a site on http does not send HSTS", async () => {
  const send = fetcher(http);
  for (const line of LINES) {
    expect([line, (await send(line)).headers.get("strict-transport-security")]).toEqual([line, null]);
  }
});
