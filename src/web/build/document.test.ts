import { expect, test } from "bun:test";
import { type Brand, DEFAULT_BRAND } from "../../shared/brand.ts";
import { createDocument, scriptless, withFonts } from "./document.ts";

const TEMPLATE = '<head><!--head--></head><div id="root"><!--app--></div>';
const ACCOUNT = "https://x.com/rihla";

function documentAt(path: string, given: Partial<Brand>): string {
  const site = { brand: { ...DEFAULT_BRAND, ...given }, publicUrl: "https://rihla.example" };
  return createDocument(TEMPLATE, "", site)({ head: "<title>Rihla</title>", body: "" }, { path });
}

test("the fonts are the last thing of a page, wait for the boot script, and for nothing on a page without scripts", () => {
  const body = '<script src="/boot.js"></script><div id="root"></div>';
  const fonts = '<link rel="stylesheet" href="/assets/fonts-1.css"';
  const page = withFonts(`<body>${body}</body>`, "assets/fonts-1.css");
  expect(page).toBe(`<body>${body}${fonts} media="print"><noscript>${fonts}></noscript></body>`);
  expect(scriptless(page)).toBe(`<body><div id="root"></div>${fonts}></body>`);
  expect(() => withFonts("<p>", "assets/fonts-1.css")).toThrow("no </body>");
});

test("only the landing page carries the operator's testimonials", () => {
  const given = { testimonials: [{ quote: "It knows my road.", name: "Amina", role: "", city: "Dearborn" }] };
  const carries = (path: string) => documentAt(path, given).includes("It knows my road.");
  expect(["/", "/support", "/privacy", "/admin"].map(carries)).toEqual([true, false, false, false]);
});

test("the structured data names the social accounts once they are set", () => {
  expect(documentAt("/", {})).not.toContain("sameAs");
  expect(documentAt("/", { socialLinks: [ACCOUNT] })).toContain(`"sameAs":["${ACCOUNT}"]`);
});

test("a prerendered page names its screen, the modules that the first interaction loads and those of its dialog", () => {
  const site = { brand: DEFAULT_BRAND, publicUrl: "https://rihla.example" };
  const page = createDocument(TEMPLATE, "", site);
  const content = { head: "", body: "" };
  const modules = { page: ["assets/a.js", "assets/b.js"], dialog: ["assets/c.js"], answer: [], early: [] };
  expect(page(content, { path: "/", modules })).toContain(
    '<div id="root" data-page="/" data-modules="assets/a.js assets/b.js" data-dialog-modules="assets/c.js">',
  );
  expect(page(content, { path: "/me" })).toContain('<div id="root">');
});
