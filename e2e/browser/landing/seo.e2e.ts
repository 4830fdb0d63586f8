import { expect, expectGoodScreen, PHONE, test } from "../../harness/browser/screen.ts";

/** How the public pages are found, shared and kept apart from the others. */
const LEGAL = [
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
  ["/cookies", "Cookies"],
  ["/beta-testing", "Beta testing"],
] as const;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

test("every page carries the whole content security policy", async ({ request }) => {
  for (const path of ["/", "/support", "/admin", "/partner", "/privacy", "/none"]) {
    const response = await request.get(path);
    expect([path, response.headers()["content-security-policy"]]).toEqual([path, POLICY]);
  }
});

test("the landing page has no inline script or style and names its canonical URL", async ({
  page,
  request,
}) => {
  const answer = await request.get("/");
  const html = await answer.text();
  expect(html).not.toMatch(/ style=|<style|<script(?! type="application\/ld\+json")(?![^>]* src=)[^>]*>/);
  await page.goto("/");
  await expect(page.locator("meta[property='og:url']")).toHaveAttribute("content", /^https?:\/\/[^/]+\/$/);
  const origin = new URL((await page.locator("link[rel=canonical]").getAttribute("href")) ?? "").origin;
  const image = new URL((await page.locator("meta[property='og:image']").getAttribute("content")) ?? "");
  expect(image.origin).toBe(origin);
  expect((await request.get(image.pathname)).headers()["content-type"]).toBe("image/png");
});

test("the structured data describes the organization and the FAQ without CSP violations", async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => {
      document.documentElement.dataset.violated = violatedDirective;
    });
  });
  await page.goto("/");
  const blocks = await page.locator("script[type='application/ld+json']").allTextContents();
  const data = blocks.map((block) => JSON.parse(block));
  expect(data.map((each) => each["@type"])).toEqual(["Organization", "FAQPage"]);
  expect(data[1].mainEntity).toHaveLength(8);
  const asked = await page.locator("#faq summary").allTextContents();
  expect(data[1].mainEntity.map((each: { name: string }) => each.name)).toEqual(asked);
  await page.mouse.wheel(0, 8_000);
  await page.waitForTimeout(300);
  await expect(page.locator("html")).not.toHaveAttribute("data-violated");
});

test("robots.txt excludes the dashboards and links to the sitemap", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  for (const path of ["/admin", "/partner", "/partner-manager", "/support/success"]) {
    expect(robots).toContain(`Disallow: ${path}\n`);
  }
  expect(robots).toMatch(/Sitemap: https?:\/\/[^/]+\/sitemap\.xml/);
  const listedIn = async (path: string): Promise<string[]> => {
    const map = await request.get(path);
    expect(map.headers()["content-type"]).toContain("xml");
    return [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = ""]) => new URL(url).pathname,
    );
  };
  const files = await listedIn("/sitemap.xml");
  expect(files.slice(0, 2)).toEqual(["/sitemaps/pages.xml", "/sitemaps/cities.xml"]);
  const pages = await listedIn("/sitemaps/pages.xml");
  const others = await Promise.all(files.slice(1).map(listedIn));
  for (const page of [...pages, ...others.flatMap((paths) => paths.slice(0, 3))])
    expect([page, (await request.get(page, { maxRedirects: 0 })).status()]).toEqual([page, 200]);
  expect(pages).toEqual([
    "/",
    "/support",
    "/cities",
    "/places",
    ...LEGAL.map(([path]) => path),
    "/promises",
    "/data",
    "/cities/numbers",
  ]);
});

test("every icon in the page head exists, and the site can be installed with an icon that phones cut to their shape", async ({
  page,
  request,
}) => {
  await page.goto("/");
  const icons = page.locator("link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]");
  for (const href of await icons.evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? ""))) {
    expect([href, (await request.get(href)).status()]).toEqual([href, 200]);
  }
  const { display, icons: named } = await (await request.get("/site.webmanifest")).json();
  expect(display).toBe("standalone");
  expect(named).toContainEqual(expect.objectContaining({ sizes: "512x512", purpose: "any maskable" }));
  for (const { src } of named) expect([src, (await request.get(src)).status()]).toEqual([src, 200]);
});

test("the footer links to emails with a subject and shows the address and the year", async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  for (const name of [
    "Roadmap",
    "Updates",
    "Feedback",
    "Support",
    "Business listing",
    "Halal certification",
    "Contact",
  ]) {
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute(
      "href",
      /^mailto:[^?]+\?subject=./,
    );
  }
  await expect(footer.getByText("Follow the road", { exact: true })).toHaveCount(0); // no network is set
  await expect(footer.getByText(/^© 2024 /)).toBeVisible();
  await expect(footer.getByText(/New York/)).toBeVisible();
  for (const [path, name] of LEGAL) {
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
  }
});

for (const [path, title] of LEGAL) {
  test(`${path} is a separate short page, well formed and without accessibility violations at 390 and 1440 px`, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${path}$`));
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: /Notifications/ })).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expectGoodScreen(page, new RegExp(`^${title} · `));
    await page.getByRole("main").getByRole("link", { name: "Back to the start" }).click();
    await expect(page).toHaveURL("/");
  });
}
