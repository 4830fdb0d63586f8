import { expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "../env.ts";

const dir = mkdtempSync(join(tmpdir(), "testimonials-"));
const AMINA = { quote: "It knows my road.", name: "Amina", city: "Dearborn" };

/** What the start makes of a file with this content. */
function testimonialsIn(content: unknown) {
  const path = join(dir, `${Bun.randomUUIDv7()}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readEnv({ TESTIMONIALS_FILE: path }).brand.testimonials;
}

test("there are no testimonials until a file is set", () => {
  expect(readEnv({}).brand.testimonials).toEqual([]);
});

test("the file's testimonials are tidied, and role or city may be missing", () => {
  expect(testimonialsIn([AMINA, { quote: " Good. ", name: "Yusuf", role: "Commuter" }])).toEqual([
    { ...AMINA, role: "" },
    { quote: "Good.", name: "Yusuf", role: "Commuter", city: "" },
  ]);
});

const invalid: readonly [content: unknown, sentence: string][] = [
  ["[", "must name a JSON file of at most 64 KiB that can be read"],
  [" ".repeat(65 * 1_024), "must name a JSON file of at most 64 KiB that can be read"],
  [{}, "must name a file with a list of 1 to 12 testimonials."],
  [[], "must name a file with a list of 1 to 12 testimonials."],
  [Array(13).fill(AMINA), "must name a file with a list of 1 to 12 testimonials."],
  [[AMINA, { ...AMINA, quote: " " }], "names a file whose testimonial 2 is invalid: quote is required."],
  [[{ ...AMINA, quote: "a".repeat(401) }], "quote must have at most 400 characters."],
  [[{ ...AMINA, name: undefined }], "name is required."],
  [[{ ...AMINA, name: "a\u0000b" }], "name holds characters that cannot be used."],
  [[{ ...AMINA, city: "" }], "role or city is required."],
  [[{ ...AMINA, town: "Dearborn" }], 'Unrecognized key: "town".'],
  [[7], "names a file whose testimonial 1 is invalid"],
];

test("an invalid file stops the start with one sentence that names the setting and the testimonial", () => {
  for (const [content, sentence] of invalid) {
    expect(() => testimonialsIn(content)).toThrow(/^TESTIMONIALS_FILE [^\n]+\.$/);
    expect(() => testimonialsIn(content)).toThrow(sentence);
  }
});

test("a path that cannot be read stops the start", () => {
  for (const path of [join(dir, "none.json"), dir]) {
    expect(() => readEnv({ TESTIMONIALS_FILE: path })).toThrow(
      `TESTIMONIALS_FILE must name a JSON file of at most 64 KiB that can be read, not "${path}".`,
    );
  }
});
