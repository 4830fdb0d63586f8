import { type APIRequestContext, type Page, request } from "@playwright/test";
import { importFeatures } from "./operator.ts";
import { expect, test } from "./screen.ts";

/** A registered partner, signed in over REST. */
export interface SomePartner {
  readonly id: string;
  readonly businessName: string;
  readonly api: APIRequestContext;
}

export async function addPartner(businessName: string): Promise<SomePartner> {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL ?? "" });
  const email = `${crypto.randomUUID().slice(0, 8)}@example.org`;
  const password = `odd-${crypto.randomUUID()}`;
  const data = { email, password, businessName, contactName: "Amina Example", phone: "2125550123" };
  const answer = await api.post("/partner/api/register", { data });
  expect(answer.status()).toBe(201);
  expect((await api.post("/partner/api/login", { data: { email, password } })).status()).toBe(200);
  const { id } = (await answer.json()) as { id: string };
  return { id, businessName, api };
}

/** Imports places without an owner, as an operator would. */
export async function importPlaces(names: readonly string[], more: object = {}): Promise<void> {
  const features = names.map((name, at) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [-83.2 - at / 1_000, 42.3] },
    properties: {
      name,
      address: `${at + 1} Example Street`,
      city: "Dearborn",
      state: "MI",
      category: "restaurant",
      ...more,
    },
  }));
  await importFeatures(features);
}

interface Paper {
  readonly name: string;
  readonly bytes: Buffer;
}

const SCAN = [
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 80 80]/Contents 5 0 R/Resources<</XObject<</Scan 4 0 R>>>>>>",
  "<</Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode" +
    "/DecodeParms<</K -1/Columns 8/Rows 8/BlackIs1 true>>/Length 1>>stream\n\xff\nendstream",
  "<</Length 27>>stream\n80 0 0 80 0 0 cm /Scan Do    \nendstream",
];

/** A PDF as from an office scanner: one page with one all-black image in fax encoding. */
function scan(): Buffer {
  let text = "%PDF-1.7\n";
  const places = SCAN.map((content, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj${content}endobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  text += `trailer<</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

/** Typical evidence files: a photo and a scan. */
export async function evidenceFiles(page: Page): Promise<readonly [Paper, Paper]> {
  await page.setContent("<h1>Business license</h1><p>Made for a test: no such business exists.</p>");
  const picture = { name: "license.png", bytes: await page.screenshot() };
  await page.goto("about:blank");
  return [picture, { name: "lease.pdf", bytes: scan() }];
}

/** Claims a place by its name. Returns the claim's id. */
export async function claim(
  { api }: SomePartner,
  place: string,
  { text = "", files = [] }: { readonly text?: string; readonly files?: readonly Paper[] } = {},
): Promise<string> {
  const found = await api.get("/partner/api/pois/search", { params: { query: place } });
  const [poi] = (await found.json()) as { id: string }[];
  const sent: string[] = [];
  for (const { name, bytes } of files) {
    const headers = { "X-File-Name": encodeURIComponent(name), "Content-Type": "application/octet-stream" };
    const answer = await api.post("/partner/api/evidence", { data: bytes, headers });
    expect(answer.status()).toBe(201);
    sent.push(((await answer.json()) as { id: string }).id);
  }
  const documents = [...(text ? [text] : []), ...sent];
  const answer = await api.post("/partner/api/poi-claims", { data: { poiId: poi?.id, documents } });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Requests a new place. Returns the request's id. */
export async function ask({ api }: SomePartner, name: string, more: object = {}): Promise<string> {
  const data = {
    name,
    address: "77 Sample Avenue",
    city: "Dearborn",
    state: "MI",
    category: "grocery",
    ...more,
  };
  const answer = await api.post("/partner/api/poi-requests", { data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}
