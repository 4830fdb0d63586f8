import type { APIRequestContext } from "@playwright/test";
import { importPlaces } from "./places.ts";
import { expect } from "./screen.ts";
import { apiOfOther, postAsStaff } from "./staff.ts";

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** An admin who is not the one in the browser. */
export const staffApi = (): Promise<APIRequestContext> => apiOfOther("admin");

/** Imports a place and makes a partner its owner. Returns the place's id. */
export async function ownedPlace(api: APIRequestContext, owner: APIRequestContext, name: string) {
  await importPlaces([{ name }]);
  const found = await api.get("/api/admin/pois", { params: { q: name } });
  const [{ id }] = (await found.json()) as [{ id: string }];
  const claimed = await owner.post("/partner/api/poi-claims", { data: { poiId: id, documents: ["Mine."] } });
  expect(claimed.status()).toBe(201);
  const { id: claimId } = (await claimed.json()) as { id: string };
  const decided = await api.put(`/api/reviews/claims/${claimId}`, { data: { decision: "approved" } });
  expect(decided.status()).toBe(200);
  return id;
}

/** Makes a place friendly for another 20 days. */
export async function makeFriendly(poiId: string): Promise<void> {
  const evidence = `/api/admin/pois/${poiId}/evidence`;
  await postAsStaff(evidence, { kind: "declaration", meatFree: true, noAlcohol: true, noPork: true });
  await postAsStaff(evidence, { kind: "visit", checkedAt: day(-345) });
}

/** Makes a place verified for another 10 days. */
export async function makeVerified(api: APIRequestContext, poiId: string, issuerName: string): Promise<void> {
  const evidence = `/api/admin/pois/${poiId}/evidence`;
  const issuer = (await postAsStaff("/api/admin/issuers", { name: issuerName, country: "US" })) as {
    id: string;
  };
  const read = { issuerId: issuer.id, number: "HC-1", validUntil: day(10) };
  const certificate = { kind: "certificate", validFrom: day(-300), ...read };
  const { id } = (await postAsStaff(evidence, certificate)) as { id: string };
  expect((await api.post(`/api/reviews/readings/${id}`, { data: read })).status()).toBe(201);
  const checked = { checkedAt: day(-5), address: "https://council.example/register" };
  await postAsStaff(evidence, { kind: "lookup", issuerId: issuer.id, ...checked });
}
