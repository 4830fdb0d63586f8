import { expect, test } from "bun:test";
import { type Brand, DEFAULT_BRAND } from "../../brand.ts";
import { createDocument, withLateStylesheet } from "./document.ts";

const TEMPLATE = '<head><!--head--></head><div id="root"><!--app--></div>';
const ACCOUNT = "https://x.com/rihla";

function documentAt(path: string, given: Partial<Brand>): string {
  const site = { brand: { ...DEFAULT_BRAND, ...given }, publicUrl: "https://rihla.example" };
  return createDocument(TEMPLATE, "", site)({ head: "<title>Rihla</title>", body: "" }, { path });
}

test("a late style sheet is the last thing of a page", () => {
  const page = withLateStylesheet('<head></head><body><div id="root"></div></body>', "assets/fonts-1.css");
  expect(page).toEndWith('</div><link rel="stylesheet" href="/assets/fonts-1.css"></body>');
  expect(() => withLateStylesheet("<p>", "assets/fonts-1.css")).toThrow("no </body>");
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
