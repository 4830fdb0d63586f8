import { describe, expect, test } from "bun:test";
import { addDays, type Day, dayIn, yearAfter } from "../../../shared/places/days.ts";
import type { HalalStatus } from "../../../shared/places/places.ts";
import { timeZoneOf } from "../../../shared/places/time-zone.ts";
import { type EvidenceRecord, readAlike } from "./records.ts";
import { tierOn } from "./tier.ts";

const TWO = { readings: 2 };

const certificate = (more: object = {}): EvidenceRecord => ({
  id: "c",
  kind: "certificate",
  recordedOn: "2026-01-10",
  by: "amina",
  issuerId: "ifanca",
  number: "A-100",
  validFrom: "2026-01-01",
  validUntil: "2026-12-31",
  ...more,
});
const reading = (more: object = {}): EvidenceRecord => ({
  id: "r",
  kind: "reading",
  recordedOn: "2026-01-11",
  by: "bilal",
  certificateId: "c",
  issuerId: "ifanca",
  number: "a-1 oo",
  validUntil: "2026-12-31",
  ...more,
});
const lookup = (more: object = {}): EvidenceRecord => ({
  id: "l",
  kind: "lookup",
  recordedOn: "2026-01-12",
  by: "amina",
  issuerId: "ifanca",
  checkedOn: "2026-01-12",
  ...more,
});
const declaration = (recordedOn: Day, more: object = {}): EvidenceRecord => ({
  id: `d${recordedOn}`,
  kind: "declaration",
  recordedOn,
  by: "owner",
  meatFree: true,
  noAlcohol: true,
  noPork: true,
  entry: "noor",
  entries: ["noor"],
  ...more,
});
const answer = (recordedOn: Day, said: object): EvidenceRecord =>
  ({
    id: `a${recordedOn}`,
    kind: "answer",
    recordedOn,
    by: "issuer",
    certificateId: "c",
    validUntil: null,
    ...said,
  }) as EvidenceRecord;

const tierAt = (day: Day, ...records: EvidenceRecord[]): HalalStatus => tierOn(records, day, TWO).tier;

describe("a certificate", () => {
  test("is verified once two accounts have read it alike and its issuer confirms it", () => {
    expect(tierAt("2026-02-01", certificate())).toBe("reported");
    expect(tierAt("2026-02-01", certificate(), reading())).toBe("reported");
    expect(tierAt("2026-02-01", certificate(), lookup())).toBe("reported");
    expect(tierAt("2026-02-01", certificate(), reading(), lookup())).toBe("verified");
    expect(tierAt("2026-02-01", certificate(), reading(), answer("2026-01-20", { answer: "valid" }))).toBe(
      "verified",
    );
    expect(tierOn([certificate(), lookup()], "2026-02-01", { readings: 1 }).tier).toBe("verified");
  });

  test("is not verified by one account that reads it twice, or by readings that differ", () => {
    expect(tierAt("2026-02-01", certificate(), reading({ by: "amina" }), lookup())).toBe("reported");
    for (const wrong of [{ number: "A-101" }, { issuerId: "hms" }, { validUntil: "2027-12-31" }])
      expect(tierAt("2026-02-01", certificate(), reading(wrong), lookup())).toBe("reported");
  });

  test("is not confirmed by an issuer that was asked about another number or is another issuer", () => {
    for (const right of [{ number: "A-101" }, { issuerId: "hms" }]) {
      const read = [certificate(), reading(right), reading({ ...right, id: "r3", by: "carim" })];
      const valid = answer("2026-01-20", { answer: "valid" });
      expect(tierAt("2026-02-01", ...read, valid)).toBe("reported");
      expect(tierAt("2026-02-01", ...read, valid, lookup({ issuerId: "ifanca", ...right }))).toBe("verified");
    }
  });

  test("is verified with the values that a third reader agrees with", () => {
    const differing = reading({ validUntil: "2026-06-30" });
    const third = reading({ id: "r3", by: "carim", validUntil: "2026-06-30" });
    const all = [certificate(), differing, third, lookup()];
    expect([tierAt("2026-06-30", ...all), tierAt("2026-07-01", ...all)]).toEqual(["verified", "reported"]);
  });

  test("is in force from its first to its last day, and reported afterwards", () => {
    const all = [certificate({ validFrom: "2026-03-01" }), reading(), lookup({ checkedOn: "2026-03-02" })];
    expect(
      ["2026-02-28", "2026-03-01", "2026-12-31", "2027-01-01"].map((day) => tierAt(day, ...all)),
    ).toEqual(["reported", "verified", "verified", "reported"]);
  });

  test("is not confirmed by a look-up of another issuer or of another year", () => {
    expect(tierAt("2026-02-01", certificate(), reading(), lookup({ issuerId: "hms" }))).toBe("reported");
    expect(tierAt("2026-02-01", certificate(), reading(), lookup({ checkedOn: "2025-06-01" }))).toBe(
      "reported",
    );
  });

  test("follows the last answer of its issuer, with the issuer's own last day", () => {
    const valid = answer("2026-01-20", { answer: "valid", validUntil: "2026-05-31" });
    const read = [certificate(), reading(), lookup()];
    expect([tierAt("2026-05-31", ...read, valid), tierAt("2026-06-01", ...read, valid)]).toEqual([
      "verified",
      "reported",
    ]);
    expect(tierAt("2026-02-01", ...read, answer("2026-01-20", { answer: "revoked" }))).toBe("reported");
    expect(tierAt("2026-02-01", ...read, answer("2026-01-20", { answer: "not_ours" }))).toBe("unverified");
  });

  test("that is revoked falls to reported on that day, and was verified before it", () => {
    const revocation: EvidenceRecord = {
      id: "x",
      kind: "revocation",
      recordedOn: "2026-04-01",
      by: "amina",
      recordId: "c",
    };
    const all = [certificate(), reading(), lookup(), revocation];
    expect([tierAt("2026-03-31", ...all), tierAt("2026-04-01", ...all)]).toEqual(["verified", "reported"]);
  });
});

describe("a meat-free place", () => {
  const visit: EvidenceRecord = {
    id: "v",
    kind: "visit",
    recordedOn: "2026-02-02",
    by: "amina",
    checkedOn: "2026-02-01",
  };

  test("is friendly for a year after the visit that checked its declaration", () => {
    const all = [declaration("2026-01-15"), visit];
    expect(
      ["2026-02-01", "2026-02-02", "2027-02-01", "2027-02-02"].map((day) => tierAt(day, ...all)),
    ).toEqual(["reported", "friendly", "friendly", "reported"]);
  });

  test("is friendly for a year after a repeated declaration", () => {
    const all = [declaration("2026-01-15"), declaration("2026-09-01")];
    expect(
      ["2026-08-31", "2026-09-01", "2027-09-01", "2027-09-02"].map((day) => tierAt(day, ...all)),
    ).toEqual(["reported", "friendly", "friendly", "reported"]);
  });

  test("is not friendly because two entries that were merged were each declared once", () => {
    const other = declaration("2026-02-01", { entry: "oasis", entries: ["oasis"] });
    expect(tierAt("2026-03-01", declaration("2026-01-15"), other)).toBe("reported");
    const afterMerge = declaration("2026-09-01", { entries: ["noor", "oasis"] });
    expect(tierAt("2026-10-01", other, afterMerge)).toBe("friendly");
    const repeated = [declaration("2026-01-15"), declaration("2026-01-20"), other];
    expect(["2026-03-01", "2027-01-20", "2027-01-21"].map((day) => tierAt(day as Day, ...repeated))).toEqual([
      "friendly",
      "friendly",
      "reported",
    ]);
  });

  test("is not friendly if its newest declaration leaves one of the three out", () => {
    for (const part of ["meatFree", "noAlcohol", "noPork"])
      expect(
        tierAt("2026-03-01", declaration("2026-01-15"), declaration("2026-02-10", { [part]: false }), visit),
      ).toBe("reported");
  });
});

test("a statement is reported, and nothing is unverified", () => {
  const statement: EvidenceRecord = { id: "s", kind: "statement", recordedOn: "2026-01-10", by: "import" };
  expect([tierAt("2026-01-09", statement), tierAt("2026-01-10", statement), tierAt("2026-01-10")]).toEqual([
    "unverified",
    "reported",
    "unverified",
  ]);
});

test("a place that was verified before evidence was recorded keeps its tier until the day that was set", () => {
  const prior: EvidenceRecord = {
    id: "p",
    kind: "prior",
    recordedOn: "2026-01-10",
    by: "system",
    validUntil: "2026-04-10",
  };
  expect([tierAt("2026-04-10", prior), tierAt("2026-04-11", prior)]).toEqual(["verified", "reported"]);
});

test("a place that was verified before evidence was recorded is not any more once an issuer denies its certificate", () => {
  const prior: EvidenceRecord = {
    id: "p",
    kind: "prior",
    recordedOn: "2026-01-01",
    by: "system",
    validUntil: "2026-04-01",
  };
  for (const denial of ["not_ours", "revoked"])
    expect([
      tierAt("2026-02-01", prior, certificate(), answer("2026-02-02", { answer: denial })),
      tierAt("2026-02-02", prior, certificate(), answer("2026-02-02", { answer: denial })),
    ]).toEqual(["verified", "reported"]);
  expect(tierAt("2026-02-02", prior, certificate(), answer("2026-02-02", { answer: "valid" }))).toBe(
    "verified",
  );
});

test("a look-up from before an issuer's denial does not confirm the certificate when it is recorded again", () => {
  const withdrawn: EvidenceRecord = {
    id: "w",
    kind: "revocation",
    recordedOn: "2026-02-02",
    by: "amina",
    recordId: "c",
  };
  const again = [
    certificate({ id: "c2", number: "a-1oo", recordedOn: "2026-02-03" }),
    reading({ id: "r2", certificateId: "c2", recordedOn: "2026-02-03" }),
  ];
  for (const denial of ["not_ours", "revoked"]) {
    const denied = [certificate(), reading(), lookup(), answer("2026-02-01", { answer: denial })];
    expect(tierAt("2026-02-03", ...denied, ...again)).toBe("reported");
    expect(tierAt("2026-02-03", ...denied, withdrawn, ...again)).toBe("reported");
    const found = lookup({ id: "l2", recordedOn: "2026-02-04", checkedOn: "2026-02-04" });
    expect(tierAt("2026-02-04", ...denied, ...again, found)).toBe("verified");
    const other = again.map((each) => ({ ...each, number: "A-200" }) as EvidenceRecord);
    expect(tierAt("2026-02-03", ...denied, ...other)).toBe("verified");
  }
});

test("a certificate that its issuer denies counts for nothing, also once a later answer is withdrawn", () => {
  const denied = [certificate(), answer("2026-02-01", { answer: "not_ours" })];
  const taken = answer("2026-03-01", { answer: "valid" });
  const withdrawn: EvidenceRecord = {
    id: "w",
    kind: "revocation",
    recordedOn: "2026-04-01",
    by: "amina",
    recordId: taken.id,
  };
  expect([tierAt("2026-03-02", ...denied, taken), tierAt("2026-04-02", ...denied, taken, withdrawn)]).toEqual(
    ["reported", "unverified"],
  );
});

test("days are those of the place's time zone", () => {
  const at = new Date("2026-03-01T03:00:00Z");
  expect(["Pacific/Honolulu", "America/St_Johns", "UTC"].map((zone) => dayIn(zone, at))).toEqual([
    "2026-02-28",
    "2026-02-28",
    "2026-03-01",
  ]);
  expect([yearAfter("2028-02-29"), yearAfter("2026-12-31"), addDays("2026-12-31", 1)]).toEqual([
    "2029-02-28",
    "2027-12-31",
    "2027-01-01",
  ]);
  const pagoPago = { latitude: -14.28, longitude: -170.7, state: "AS" };
  expect(timeZoneOf(pagoPago)).toBe("Pacific/Pago_Pago"); // tz-lookup has the day after
});

test("200 of 200 seeded misreadings of a certificate are not alike, and 200 ways of writing it are", () => {
  const chance = new Chance(11);
  const issuers = ["ifanca", "hms", "isna"];
  let caught = 0;
  for (let n = 0; n < 200; n += 1) {
    const seen = {
      issuerId: issuers[n % 3] ?? "",
      number: `HC ${10_203 + n}0`,
      validUntil: addDays(START, n),
    };
    const misread = [
      { number: seen.number.replace("1", "7") },
      { number: seen.number.slice(0, -1) },
      { validUntil: addDays(seen.validUntil, chance.one([1, 31, 365])) },
      { issuerId: issuers[(n + 1) % 3] ?? "" },
    ][n % 4];
    const written = chance.one([
      seen.number.toLowerCase(),
      seen.number.replace("0", "o"),
      ` ${seen.number} `,
    ]);
    if (!readAlike(seen, { ...seen, ...misread }) && readAlike(seen, { ...seen, number: written }))
      caught += 1;
  }
  expect(caught).toBe(200);
});

/** A small linear congruential generator, so that a failure can be repeated. */
class Chance {
  constructor(private state: number) {}
  below(n: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * n);
  }
  one<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
}

const START = "2026-01-01";
