import type { APIResponse, BrowserContext, Page } from "@playwright/test";
import { importFeatures } from "./operator.ts";
import { expect } from "./screen.ts";
import { apiOfOther } from "./staff.ts";

export interface PartnerAccount {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly businessName: string;
}

export interface PlaceRow {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly category: string;
}

const token = () => crypto.randomUUID().slice(0, 8);

export const PASSWORD = "six or more";

/** Registers a partner and signs it in, in the browser. */
export async function partnerIn(context: BrowserContext): Promise<PartnerAccount> {
  const account = await registered(context);
  await signIn(context, account);
  return account;
}

export async function registered(context: BrowserContext): Promise<PartnerAccount> {
  const name = token();
  const data = {
    email: `${name}@example.org`,
    password: PASSWORD,
    businessName: `Business ${name}`,
    contactName: "Amina Sample",
  };
  const { id } = (await made(context.request.post("/partner/api/register", { data }))) as { id: string };
  return { ...data, id };
}

export async function signIn(context: BrowserContext, { email, password }: PartnerAccount): Promise<void> {
  const answer = await context.request.post("/partner/api/login", { data: { email, password } });
  expect(answer.status()).toBe(200);
}

async function made(call: Promise<APIResponse>): Promise<unknown> {
  const answer = await call;
  expect(answer.status()).toBe(201);
  return answer.json();
}

const POOL = 80;
let pool: Promise<PlaceRow[]> | undefined;

/** Places without an owner, each with a unique word in its name: imported once per worker. */
async function fill(): Promise<PlaceRow[]> {
  const places = Array.from({ length: POOL }, (_, at) => ({
    name: `Saffron ${token()} Grill`,
    address: `${at + 1} Sample Street`,
    city: at % 2 === 0 ? "Dearborn" : "Toledo",
    category: "restaurant",
  }));
  await importFeatures(
    places.map((place, at) => ({
      type: "Feature",
      geometry: null,
      properties: {
        ...place,
        state: "MI",
        zipCode: "48126",
        phone: "3135550101",
        subcategory: "Lebanese",
        halalCertificate: "HFSAA 20417",
        placeId: `id-${token()}-${at}`,
      },
    })),
  );
  return places;
}

/** A place without an owner that no other test uses. */
export async function freshPlace(): Promise<PlaceRow> {
  pool ??= fill();
  const place = (await pool).shift();
  if (!place) throw new Error("All places of this worker are taken: make the pool larger");
  return place;
}

/** The id of a place, by searching for it; the browser must have a partner's session. */
export async function idOf(context: BrowserContext, { name }: PlaceRow): Promise<string> {
  const answer = await context.request.get("/partner/api/pois/search", { params: { query: name } });
  const found = (await answer.json()) as { id: string; name: string }[];
  return found.find((each) => each.name === name)?.id ?? "";
}

/** Submits a claim as the signed-in partner. Returns its id. */
export async function claim(context: BrowserContext, place: PlaceRow): Promise<string> {
  const data = { poiId: await idOf(context, place), documents: [] };
  const { id } = (await made(context.request.post("/partner/api/poi-claims", { data }))) as { id: string };
  return id;
}

/** Submits a place request as the signed-in partner. Returns its id. */
export async function ask(context: BrowserContext, name: string, more: object = {}): Promise<string> {
  const where = { category: "grocery", address: "18 Park Row", city: "Dearborn", state: "MI" };
  const data = { name, ...where, ...more };
  const { id } = (await made(context.request.post("/partner/api/poi-requests", { data }))) as { id: string };
  return id;
}

/** Calls REST as a super admin who is not the one in the browser. */
export async function asStaff(path: string, data: object, method = "PUT"): Promise<void> {
  const api = await apiOfOther();
  expect((await api.fetch(path, { method, data })).ok()).toBe(true);
  await api.dispose();
}

export const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name });
export const box = (page: Page) => page.getByLabel("Business name", { exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");
export const inDialog = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).click();
