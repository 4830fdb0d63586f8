import { basic, staff } from "../accounts.ts";
import type { TestApp } from "../app.ts";
import { place } from "./places.ts";

export const CERTIFICATE = { number: "HC-100", validFrom: "2026-01-01", validUntil: "2026-12-31" };

/** Two members of staff and an issuer, and what makes a place verified. */
export async function verifiers(app: TestApp) {
  await staff(app, "super_admin", "amina");
  await staff(app, "admin", "bilal");
  const by = (name: string, line: string, body: unknown) => app.send(line, { headers: basic(name), body });
  const issuer = { name: "Halal Council", country: "us", address: "", site: "council.example" };
  const issuerId: string = (await by("amina", "POST /api/admin/issuers", issuer)).json.id;
  const record = async (poi: { readonly id: string }, body: object): Promise<string> =>
    (await by("amina", `POST /api/admin/pois/${poi.id}/evidence`, body)).json.id;

  /** A place with a certificate that two people have read and that is in its issuer's register. */
  async function verifiedPlace(fields: Parameters<typeof place>[1] = {}) {
    const poi = await place(app, fields);
    const certificate = await record(poi, { kind: "certificate", issuerId, ...CERTIFICATE });
    const { number, validUntil } = CERTIFICATE;
    await by("bilal", `POST /api/reviews/readings/${certificate}`, { number, issuerId, validUntil });
    const address = "https://council.example/register";
    await record(poi, { kind: "lookup", issuerId, address, checkedAt: "2026-06-14" });
    return { id: poi.id, certificate };
  }

  return { by, record, issuerId, verifiedPlace };
}
