import { expect, test } from "bun:test";
import type { FileSource } from "../../../shared/places/sources.ts";
import { reasonsFor, revokedSince } from "./reasons.ts";
import type { EvidenceRecord } from "./records.ts";
import { tierOn } from "./tier.ts";

const read = { issuerId: "hc", number: "HC-1", validUntil: "2026-12-31" };
const CERTIFICATE: EvidenceRecord = {
  id: "c",
  kind: "certificate",
  recordedOn: "2026-01-10",
  by: "amina",
  validFrom: "2026-01-01",
  ...read,
};
const reading = (id: string, number = "HC-1"): EvidenceRecord => ({
  ...read,
  id,
  kind: "reading",
  recordedOn: "2026-01-11",
  by: id,
  certificateId: "c",
  number,
});
const LOOKUP: EvidenceRecord = {
  id: "l",
  kind: "lookup",
  recordedOn: "2026-01-12",
  by: "amina",
  issuerId: "hc",
  checkedOn: "2026-01-12",
};

function about(all: readonly EvidenceRecord[], readings = 2, day = "2026-06-01") {
  const basis = tierOn(all, day, { readings });
  const facts = {
    all,
    issuers: new Map([["hc", "Halal Council"]]),
    rules: { readings },
    sources: new Map(),
    lists: [],
  };
  return { reasons: reasonsFor(basis, facts), revokedOn: revokedSince(basis, all) };
}

test("what was imported is said by the files that are known to call the place halal", () => {
  const all: readonly EvidenceRecord[] = [{ ...LOOKUP, id: "s", kind: "statement" } as EvidenceRecord];
  const reasons = (lists: readonly FileSource[]) =>
    reasonsFor(tierOn(all, "2026-06-01", { readings: 2 }), {
      ...{ all, issuers: new Map(), rules: { readings: 2 }, lists },
      sources: new Map([["s", "import"]]),
    });
  expect(reasons([])).toEqual(["Another directory lists this place as halal. We have not checked it."]);
  expect(reasons(["osm"])).toEqual(["OpenStreetMap lists this place as halal. We have not checked it."]);
  expect(reasons(["osm", "csv", "geojson"])).toEqual([
    "OpenStreetMap and a list shared with our team list this place as halal. We have not checked it.",
  ]);
});

test("the reasons of a verified place say what certifies it, who read that and who confirmed it", () => {
  const first = "Halal Council certifies this place with certificate HC-1, valid from January 1, 2026 to ";
  expect(about([CERTIFICATE, reading("bilal"), LOOKUP]).reasons).toEqual([
    `${first}December 31, 2026.`,
    "Two members of our staff read the certificate, the second without seeing what the first had read.",
    "On January 12, 2026, we found it in the register that Halal Council publishes.",
  ]);
  const answer: EvidenceRecord = {
    id: "a",
    kind: "answer",
    recordedOn: "2026-01-20",
    by: "issuer",
    certificateId: "c",
    answer: "valid",
    validUntil: "2026-09-30",
  };
  const three = [CERTIFICATE, reading("bilal", "HC-7"), reading("carim"), answer];
  expect(about(three).reasons).toEqual([
    `${first}September 30, 2026.`,
    "Three members of our staff read the certificate, and the third decided where the first two differed.",
    "Halal Council confirmed it to us on January 20, 2026.",
  ]);
  expect(about([CERTIFICATE, LOOKUP], 1).reasons[1]).toBe(
    "One member of our staff read the certificate: read once.",
  );
});

test("an answer or a reading that staff have withdrawn is no longer a reason", () => {
  const answer: EvidenceRecord = {
    id: "a",
    kind: "answer",
    recordedOn: "2026-03-01",
    by: "issuer",
    certificateId: "c",
    answer: "revoked",
    validUntil: null,
  };
  const withdrawal = (recordId: string): EvidenceRecord => ({
    id: `w-${recordId}`,
    kind: "revocation",
    recordedOn: "2026-03-02",
    by: "amina",
    recordId,
  });
  expect(about([CERTIFICATE, reading("bilal"), answer, withdrawal("a")])).toEqual({
    reasons: [
      "A certificate from Halal Council, valid until December 31, 2026, has been recorded but is not confirmed.",
    ],
    revokedOn: null,
  });
  const again = [CERTIFICATE, reading("bilal", "HC-7"), withdrawal("bilal"), reading("carim"), LOOKUP];
  expect(about(again).reasons[1]).toStartWith("Two members of our staff read the certificate");
});

test("a revoked certificate is named with the day, whether its issuer or our staff revoked it", () => {
  const all = [CERTIFICATE, reading("bilal"), LOOKUP];
  const answer: EvidenceRecord = {
    id: "a",
    kind: "answer",
    recordedOn: "2026-03-01",
    by: "issuer",
    certificateId: "c",
    answer: "revoked",
    validUntil: null,
  };
  expect(about([...all, answer])).toEqual({
    reasons: ["Halal Council revoked its certificate on March 1, 2026."],
    revokedOn: "2026-03-01",
  });
  const revocation: EvidenceRecord = {
    id: "r",
    kind: "revocation",
    recordedOn: "2026-04-01",
    by: "amina",
    recordId: "c",
  };
  expect(about([...all, revocation])).toEqual({
    reasons: ["A certificate from Halal Council was withdrawn on April 1, 2026."],
    revokedOn: "2026-04-01",
  });
  expect(about(all).revokedOn).toBeNull();
});
