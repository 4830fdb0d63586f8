import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "../../env.ts";
import type { WebManifest } from "../../web/build/manifest.ts";
import type { Site } from "../sockets/server.ts";
import { createStatic } from "./static.ts";
import { acceptedEncodings, matchesETag } from "./static-file.ts";

const MANIFEST: WebManifest = {
  stylesheets: ["assets/app-1.css"],
  notFound: "404.html",
  serverPages: { module: "server/pages.js", document: "server/pages.html" },
  pages: [
    { path: "/", file: "index.html", stored: true },
    { path: "/admin", file: "app.html", stored: false },
    { path: "/support/success/$paymentId", file: "app.html", stored: true },
    {
      path: "/partner/auth",
      file: "app.html",
      stored: false,
      signIn: { file: "sign-in.html", cookie: "partner_session", exceptQuery: "tab=register" },
    },
  ],
};
const FILES: Record<string, string> = {
  "index.html": "<p>home</p>",
  "index.html.br": "home in brotli",
  "index.html.gz": "home in gzip",
  "app.html": "<p>app</p>",
  "sign-in.html": "<form>",
  "404.html": "<p>Page Not Found</p>",
  "waitlist-failed.html": "<main><p><!--sentence--></p></main>",
  "waitlist-joined.html": '<p>%firstName%</p><input value="%city%"><b>100%</b>%other%',
  "logo.svg": "<svg/>",
  "assets/a-1.js": "1",
  "assets/a-1.js.map": "{}",
  ".hidden": "x",
};

const writeBuild = (folder: string, files: Readonly<Record<string, string | Uint8Array>>) =>
  Promise.all(Object.entries(files).map(([path, content]) => Bun.write(join(folder, path), content)));

let dir: string;
let site: Site;
let httpsSite: Site;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "static-"));
  await writeBuild(dir, { ...FILES, "manifest.json": JSON.stringify(MANIFEST) });
  const headers = { "Content-Security-Policy": "default-src 'none'", "Referrer-Policy": "same-origin" };
  site = createStatic(dir, headers, readEnv({}));
  httpsSite = createStatic(dir, headers, readEnv({ PUBLIC_URL: "https://rihla.example" }));
});
afterAll(() => rm(dir, { recursive: true }));

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Response {
  const response = site.respond(new Request("http://localhost/", { headers, method }), path);
  if (!response) throw new Error(`No response to ${method} ${path}`);
  return response;
}

describe("pages", () => {
  test("a page is sent in the best encoding that the client accepts", async () => {
    const forms = {
      "gzip, br": "br",
      "gzip;q=1, br;q=0": "gzip",
      "*": "br",
      "br;q=0, gzip;q=0": null,
      "": null,
    };
    for (const [accepted, sent] of Object.entries(forms)) {
      const response = get("/", { "accept-encoding": accepted });
      expect([accepted, response.headers.get("content-encoding")]).toEqual([accepted, sent]);
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
    }
    expect(await get("/").text()).toBe("<p>home</p>");
  });

  test("a page is revalidated each time, and not sent again while unchanged", () => {
    const first = get("/", { "accept-encoding": "br" });
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const tag = first.headers.get("etag") ?? "";
    const again = get("/", { "accept-encoding": "br", "if-none-match": `"other", W/${tag}` });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(tag);
    expect(get("/", { "accept-encoding": "gzip", "if-none-match": tag }).status).toBe(200);
  });

  test("a page has the given headers", () => {
    expect(get("/").headers.get("content-security-policy")).toBe("default-src 'none'");
    expect(get("/none").headers.get("content-security-policy")).toBe("default-src 'none'");
  });

  test("a staff page is never cached and sends no referrer", () => {
    expect(get("/admin").headers.get("cache-control")).toBe("no-store");
    expect(get("/admin").headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("a page may have a path segment of any value", () => {
    expect(get("/support/success/p_1").status).toBe(200);
    for (const path of ["/support/success", "/support/success/", "/support/success/a/b"])
      expect(get(path).status).toBe(404);
  });

  test("a page that needs a session is its sign-in to a browser without the session's cookie", async () => {
    const text = async (from: Site, cookie: string, query = "") => {
      const request = new Request(`http://localhost/partner/auth${query}`, { headers: { cookie } });
      return from.respond(request, "/partner/auth")?.text();
    };
    expect(await text(site, "")).toBe("<form>");
    expect(await text(site, "staff_session=abc; theme=dark")).toBe("<form>");
    expect(await text(site, "partner_session=abc")).toBe("<p>app</p>");
    expect(await text(site, "", "?tab=register")).toBe("<p>app</p>");
    expect(await text(httpsSite, "partner_session=abc")).toBe("<form>");
    expect(await text(httpsSite, "__Host-partner_session=abc")).toBe("<p>app</p>");
    expect(get("/partner/auth").headers.get("cache-control")).toBe("no-store");
  });

  test("an unknown path is the 404 page, whatever the client has cached", async () => {
    const response = get("/none", { "if-none-match": "*" });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Page Not Found");
  });

  test("a page responds to GET and HEAD only", () => {
    expect(get("/", {}, "HEAD").status).toBe(200);
    expect(site.respond(new Request("http://localhost/", { method: "POST" }), "/")).toBeUndefined();
  });
});

describe("files", () => {
  test("a file with a hash in its name is cached for a year", () => {
    expect(get("/assets/a-1.js").headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(get("/logo.svg").headers.get("cache-control")).toBe("no-cache");
  });

  test("a missing file under /assets is a plain 404, not the page", async () => {
    const response = get("/assets/b.js");
    expect(response.status).toBe(404);
    expect(await response.text()).toBe("Not found\n");
  });

  test("files that are not part of the site have no URL", () => {
    const hidden = ["/.hidden", "/manifest.json", "/index.html", "/index.html.br", "/waitlist-failed.html"];
    const tricks = [
      "/assets/a-1.js.map",
      "/assets/../manifest.json",
      "/..%2fpackage.json",
      "/\\logo.svg",
      "/logo.svg\0",
    ];
    for (const path of [...hidden, ...tricks]) expect([path, get(path).status]).toEqual([path, 404]);
  });
});

test("the sentence of a form result is escaped, and an error has the id of its request", async () => {
  const response = site.outcome("waitlist-failed", "<b>$&</b>", 400, new Headers({ "X-Request-Id": "r" }));
  expect(response.status).toBe(400);
  expect(await response.text()).toBe(
    "<main><p>&lt;b&gt;$&amp;&lt;/b&gt;</p><p><small>Request ID r</small></p></main>",
  );
  expect(response.headers.get("x-request-id")).toBe("r");
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const done = site.outcome("waitlist-failed", "Done", 200, new Headers({ "X-Request-Id": "r" }));
  expect(await done.text()).toBe("<main><p>Done</p></main>");
});

test("Accept-Encoding may have weights, wildcards and legacy names", () => {
  expect(acceptedEncodings("GZIP;Q=0.5, br;q=0.000")).toEqual(["gzip"]);
  expect(acceptedEncodings("x-gzip")).toEqual(["gzip"]);
  expect(acceptedEncodings("*, br;q=0")).toEqual(["gzip"]);
  expect(acceptedEncodings("br;q=none")).toEqual([]);
  expect(matchesETag("*", '"a"')).toBe(true);
  expect(matchesETag('"b"', '"a"')).toBe(false);
});

test("a page with values shows each of them escaped, and none of them is read as a mark", async () => {
  const values = { firstName: "%city% <b>$&</b>", city: '"><script>' };
  const response = site.outcome("waitlist-joined", "", 200, new Headers(), values);
  expect(await response.text()).toBe(
    '<p>%city% &lt;b&gt;$&amp;&lt;/b&gt;</p><input value="&quot;&gt;&lt;script&gt;"><b>100%</b>%other%',
  );
});

test("a file is read at its first request and sent from memory after that", async () => {
  const build = await mkdtemp(join(tmpdir(), "static-"));
  const large = randomBytes(100_000);
  await writeBuild(build, { ...FILES, "manifest.json": JSON.stringify(MANIFEST), "large.js": large });
  const started = createStatic(build, {}, readEnv({}));
  const sent = () => started.respond(new Request("http://localhost/large.js"), "/large.js")?.bytes();
  for (const _ of [1, 2]) {
    expect(Buffer.from((await sent()) ?? []).equals(large)).toBe(true);
    await rm(build, { recursive: true, force: true });
  }
});

test("a build that is not whole is an error", async () => {
  const build = await mkdtemp(join(tmpdir(), "static-"));
  await writeBuild(build, { ...FILES, "manifest.json": JSON.stringify(MANIFEST) });
  await rm(join(build, "404.html"));
  expect(() => createStatic(build, {}, readEnv({}))).toThrow("The build has no 404.html");
  await rm(build, { recursive: true });
});
