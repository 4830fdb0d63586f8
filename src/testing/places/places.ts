import { createPlace, type NewPlace } from "../../modules/places/service.ts";
import type { TestApp } from "../app.ts";

const GRILL: NewPlace = {
  name: "Noor Grill",
  address: "12 Main St",
  city: "Dearborn",
  state: "MI",
  zipCode: "48126",
  phone: "3135550100",
  website: "",
  category: "restaurant",
  subcategory: "",
  halalCertificate: "",
};

/** Creates a place; unclaimed without `ownerId`. */
export async function place(app: TestApp, fields: Partial<NewPlace> = {}, ownerId: string | null = null) {
  return app.db.transaction((tx) => createPlace(tx, app.deps, { ...GRILL, ...fields }, ownerId, {}));
}

/** What a browser gets, which follows the redirect from an id to the address with the name. */
export async function visit(
  app: TestApp,
  path: string,
  headers: Record<string, string> = {},
  from = "192.0.2.1",
) {
  const answer = await app.send(`GET ${path}`, { headers, from });
  const location = answer.status === 308 ? answer.headers.get("location") : null;
  return location === null ? answer : app.send(`GET ${location}`, { headers, from });
}
