import { expect, test } from "bun:test";
import { lookedUpDomain, mailto, mapLink } from "./links.ts";

test("a mail link keeps a plain address as it is, and encodes the subject", () => {
  expect(mailto("amina+news@example.org")).toBe("mailto:amina+news@example.org");
  expect(mailto("a@example.org", "A gift & more?")).toBe(
    "mailto:a@example.org?subject=A%20gift%20%26%20more%3F",
  );
});

test("an address cannot add recipients, a subject or a body to a mail link", () => {
  expect(mailto("a?bcc=b&body=c%0A,d#e@example.org")).toBe(
    "mailto:a%3Fbcc%3Db%26body%3Dc%250A%2Cd%23e@example.org",
  );
});

const place = { name: "Noor & Sons", address: "1 Main St", city: "Dearborn", state: "MI", zipCode: "48126" };

test("a map is asked for the place by its name and address, and by its id where that is known", () => {
  const known = new URL(mapLink({ ...place, placeId: "ChIJ_1" }));
  expect(known.origin + known.pathname).toBe("https://www.google.com/maps/search/");
  expect(Object.fromEntries(known.searchParams)).toEqual({
    api: "1",
    query: "Noor & Sons, 1 Main St, Dearborn, MI 48126",
    query_place_id: "ChIJ_1",
  });
  expect(new URL(mapLink({ ...place, zipCode: "", placeId: null })).searchParams.get("query")).toBe(
    "Noor & Sons, 1 Main St, Dearborn, MI",
  );
  expect(mapLink({ ...place, placeId: null })).not.toContain("query_place_id");
});

test("a domain with letters of another script is shown as it is looked up too", () => {
  expect(lookedUpDomain("\u0430pple.com")).toBe("xn--pple-43d.com");
  expect(lookedUpDomain("b\u00FCcher.example")).toBe("xn--bcher-kva.example");
  expect([lookedUpDomain("apple.com"), lookedUpDomain("no domain \u0430")]).toEqual([null, null]);
});
