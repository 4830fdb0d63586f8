import { expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { ENCRYPTED_PDFS } from "../../../testing/encrypted-pdfs.ts";
import { pdf } from "../../../testing/evidence-files.ts";
import { needsPassword } from "./pdf-password.ts";

test.each(ENCRYPTED_PDFS)(
  "a PDF encrypted as %s needs a password if no one can open it without",
  (name, bytes) => {
    expect(needsPassword(inflateSync(Buffer.from(bytes, "base64")))).toBe(name.startsWith("open"));
  },
);

test("a PDF without encryption, or with one that is not understood, needs no password", () => {
  const words = [
    "a license",
    "/Encrypt",
    "/Encrypt 4 0 R",
    "/Encrypt <</R 9/O(a)/U(b)>>",
    "/Encrypt<</R 3/O<28/U(\\(\\051>>",
  ];
  expect(words.map((each) => needsPassword(pdf(each)))).toEqual([false, false, false, false, true]);
});
