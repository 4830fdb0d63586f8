import { expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import { EVIDENCE_WORDS } from "../../../../copy/en/partner-places.ts";
import { problemOf, REMOVED, refusedRemoval } from "./evidence.ts";

const MIB = 1_024 * 1_024;

test("a file that cannot be evidence is refused before the upload", () => {
  expect(problemOf({ name: "License.PDF", size: 10 * MIB }, 4)).toBeNull();
  expect(problemOf({ name: "shop.jpeg", size: 1 }, 0)).toBeNull();
  expect(problemOf({ name: "license.pdf.exe", size: 5 }, 0)).toBe(EVIDENCE_WORDS.wrongKind);
  expect(problemOf({ name: "page.svg", size: 5 }, 0)).toBe(EVIDENCE_WORDS.wrongKind);
  expect(problemOf({ name: "IMG_0042.HEIC", size: 5 }, 0)).toBe(EVIDENCE_WORDS.heic);
  expect(problemOf({ name: "scan.png", size: 10 * MIB + 1 }, 0)).toBe(EVIDENCE_WORDS.tooLarge);
  expect(problemOf({ name: "scan.png", size: 0 }, 0)).toBe(EVIDENCE_WORDS.empty);
  expect(problemOf({ name: "sixth.png", size: 5 }, 5)).toBe(EVIDENCE_WORDS.tooMany);
});

test("a file that is away already counts as removed, and one of another claim leaves this one", () => {
  const refused = (httpStatus: number, sentence: string) =>
    refusedRemoval(
      TRPCClientError.from({ error: { message: sentence, code: -32_000, data: { httpStatus, code: "X" } } }),
    );
  expect(refused(404, "There is no such file")).toEqual(REMOVED);
  expect(refused(409, "Sent with a claim")).toEqual({ gone: true, failure: "409: Sent with a claim" });
  expect(refused(503, "Away")).toEqual({ gone: false, failure: "503: Away" });
  expect(refusedRemoval(new Error("offline"))).toEqual({ gone: false, failure: EVIDENCE_WORDS.unreached });
});
