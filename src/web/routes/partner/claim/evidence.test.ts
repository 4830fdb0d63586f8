import { expect, test } from "bun:test";
import { EVIDENCE_WORDS } from "./content.ts";
import { problemOf } from "./evidence.ts";

const MIB = 1_024 * 1_024;

test("a file that cannot be evidence is told from one that can before it is sent", () => {
  expect(problemOf({ name: "Licence.PDF", size: 10 * MIB }, 4)).toBeNull();
  expect(problemOf({ name: "shop.jpeg", size: 1 }, 0)).toBeNull();
  expect(problemOf({ name: "licence.pdf.exe", size: 5 }, 0)).toBe(EVIDENCE_WORDS.wrongKind);
  expect(problemOf({ name: "page.svg", size: 5 }, 0)).toBe(EVIDENCE_WORDS.wrongKind);
  expect(problemOf({ name: "scan.png", size: 10 * MIB + 1 }, 0)).toBe(EVIDENCE_WORDS.tooLarge);
  expect(problemOf({ name: "scan.png", size: 0 }, 0)).toBe(EVIDENCE_WORDS.empty);
  expect(problemOf({ name: "sixth.png", size: 5 }, 5)).toBe(EVIDENCE_WORDS.tooMany);
});
