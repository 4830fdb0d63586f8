import { expect, test } from "bun:test";
import { type Brand, DEFAULT_BRAND } from "../../brand.ts";
import { createDocument } from "./document.ts";

const TEMPLATE = '<head><!--head--></head><div id="root"><!--app--></div>';
const ACCOUNT = "https://x.com/rihla";

function documentAt(path: string, given: Partial<Brand>): string {
  const site = { brand: { ...DEFAULT_BRAND, ...given }, publicUrl: "https://rihla.example" };
  return createDocument(TEMPLATE, "", site)({ head: "<title>Rihla</title>", body: "" }, { path });
}

test("only the landing page carries the operator's testimonials", () => {
  const given = { testimonials: [{ quote: "It knows my road.", name: "Amina", role: "", city: "Dearborn" }] };
  const carries = (path: string) => documentAt(path, given).includes("It knows my road.");
  expect(["/", "/support", "/privacy", "/admin"].map(carries)).toEqual([true, false, false, false]);
});

test("the structured data names the social accounts once they are set", () => {
  expect(documentAt("/", {})).not.toContain("sameAs");
  expect(documentAt("/", { socialLinks: [ACCOUNT] })).toContain(`"sameAs":["${ACCOUNT}"]`);
});
