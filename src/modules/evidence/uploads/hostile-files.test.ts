import { expect, test } from "bun:test";
import { DomainError } from "../../../shared/errors.ts";
import { hostileFiles, polyglots } from "../../../testing/hostile-files.ts";
import { validateFile } from "./validate-file.ts";

const SEEDS = [1, 2, 3];
const ORIENTATION_BYTES = 36; // the Exif part that replaces a photo's own

/** Bytes that count how often they are cut and how many of them a search looks at. */
class CountedBytes extends Uint8Array<ArrayBuffer> {
  static cuts = 0;
  static searched = 0;

  override subarray(start?: number, end?: number): Uint8Array<ArrayBuffer> {
    CountedBytes.cuts += 1;
    return super.subarray(start, end);
  }

  override indexOf(searched: number, from = 0): number {
    const found = super.indexOf(searched, from);
    CountedBytes.searched += (found === -1 ? this.length : found + 1) - from;
    return found;
  }
}

/** The outcome of a file: the stored size, or the status of the refusal. Rethrows any other error. */
function outcomeOf(name: string, bytes: Uint8Array): { kept: number } | { status: number } {
  try {
    return { kept: validateFile(name, bytes).parts.reduce((sum, part) => sum + part.length, 0) };
  } catch (error) {
    if (error instanceof DomainError) return { status: error.status };
    throw error;
  }
}

for (const seed of SEEDS) {
  test(`hostile files of seed ${seed} are refused or cleaned, and never crash the reader`, () => {
    const files = hostileFiles(seed);
    expect(files.length).toBeGreaterThan(80);
    for (const { kind, name, bytes } of files) {
      const outcome = outcomeOf(name, bytes);
      if ("status" in outcome) expect([kind, outcome.status]).toEqual([kind, 415]);
      else expect([kind, outcome.kept <= bytes.length + ORIENTATION_BYTES]).toEqual([kind, true]);
    }
  });
}

test("the reader's work grows no faster than the file", () => {
  for (const { kind, name, bytes } of hostileFiles(1)) {
    CountedBytes.cuts = 0;
    CountedBytes.searched = 0;
    outcomeOf(name, CountedBytes.from(bytes));
    expect([kind, CountedBytes.cuts <= bytes.length + 20]).toEqual([kind, true]);
    expect([kind, CountedBytes.searched <= bytes.length]).toEqual([kind, true]);
  }
});

test("a file that is two at once is refused", () => {
  for (const { kind, name, bytes } of polyglots())
    expect([kind, outcomeOf(name, bytes)]).toEqual([kind, { status: 415 }]);
});
