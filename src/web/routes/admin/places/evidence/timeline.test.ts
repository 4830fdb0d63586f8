import { expect, test } from "bun:test";
import type { ListedRecord } from "../../../../../modules/evidence/schema.ts";
import { mayWithdraw, timelineOf } from "./timeline.ts";

const BLANK: ListedRecord = {
  ...{ id: "", kind: "statement", issuer: null, number: null, validFrom: null, validUntil: null },
  ...{ checkedAt: null, aboutId: null, issuerId: null, answer: null, meatFree: null, noAlcohol: null },
  ...{ noPork: null, note: "", fileId: null, fileDigest: null, source: "staff", byName: "amina" },
  ...{ recordedAt: new Date(0), reading: null },
};
const RECORDS: readonly ListedRecord[] = [
  { ...BLANK, id: "certificate", kind: "certificate" },
  { ...BLANK, id: "second", kind: "reading", aboutId: "certificate" },
  { ...BLANK, id: "denial", kind: "answer", aboutId: "certificate", answer: "not_ours" },
  { ...BLANK, id: "mistake", kind: "revocation", aboutId: "second" },
  { ...BLANK, id: "newest", kind: "visit" },
];

test("a certificate's readings and answers are shown with it, and a withdrawal with what it withdraws", () => {
  const [visit, certificate, ...others] = timelineOf(RECORDS);
  expect([visit?.record.id, certificate?.record.id, others.length]).toEqual(["newest", "certificate", 0]);
  expect(certificate?.parts.map(({ record, withdrawal }) => [record.id, withdrawal?.id])).toEqual([
    ["second", "mistake"],
    ["denial", undefined],
  ]);
});

test("a record can be withdrawn once, and an issuer's denial never", () => {
  const [visit, certificate] = timelineOf(RECORDS);
  const all = [visit, certificate, ...(certificate?.parts ?? [])];
  expect(all.map((entry) => entry && mayWithdraw(entry))).toEqual([true, true, false, false]);
});
