import { expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { DomainError } from "../../../shared/errors.ts";
import { ENCRYPTED_PDFS } from "../../../testing/encrypted-pdfs.ts";
import { jpeg, pdf, png, segment } from "../../../testing/evidence-files.ts";
import { validateFile } from "./validate-file.ts";

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

const kept = (name: string, bytes: Uint8Array): Buffer => Buffer.concat(validateFile(name, bytes).parts);

function refusal(name: string, bytes: Uint8Array | string): number | "taken" {
  try {
    validateFile(name, Buffer.from(bytes as string, "latin1"));
    return "taken";
  } catch (error) {
    if (error instanceof DomainError) return error.status;
    throw error;
  }
}

test("a PDF is stored unchanged", () => {
  expect(validateFile("license.PDF", pdf()).contentType).toBe("application/pdf");
  expect(kept("license.pdf", pdf()).equals(pdf())).toBe(true);
});

test("a photo keeps its image and orientation, and loses position, comment and preview", () => {
  const bytes = kept("id.jpg", jpeg());
  const text = bytes.toString("latin1");
  expect(validateFile("id.jpeg", jpeg()).contentType).toBe("image/jpeg");
  expect(text).not.toMatch(/GPS|Somebody|xap/);
  expect([text.includes("JFIF"), text.includes("Exif"), text.endsWith("\xff\xd9")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(text.split("\xff\xd8").length).toBe(2); // the preview is cut
  expect(kept("again.jpg", bytes).equals(bytes)).toBe(true);
});

test("a photo may have any ending that JPEG files have", () => {
  for (const ending of ["jpg", "JPEG", "jfif", "jpe", "pjpeg", "pjp"])
    expect(validateFile(`photo.${ending}`, jpeg()).contentType).toBe("image/jpeg");
});

test("a photo loses the thumbnail of its JFIF segment and every segment that is not rendered", () => {
  const [head, rest] = [jpeg().subarray(0, 2), jpeg().subarray(20)];
  const thumbnail = segment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01GPS", "latin1"));
  const hidden = [0xf0, 0xf7, 0xfd, 0x02].map((code) => segment(code, Buffer.from("GPS 42.3,-83.1")));
  const bytes = kept("id.jpg", Buffer.concat([head, thumbnail, ...hidden, rest]));
  expect(bytes.equals(kept("id.jpg", jpeg()))).toBe(true);
});

test("a photo with two frames is damaged, whichever of them is small", () => {
  const at = jpeg().indexOf(Buffer.of(0xff, 0xc0));
  for (const size of [jpeg(1, 1), jpeg(65_500, 65_500)]) {
    const frame = size.subarray(at, at + 2 + size.readUInt16BE(at + 2));
    expect(refusal("id.jpg", Buffer.concat([jpeg().subarray(0, at), frame, jpeg().subarray(at)]))).toBe(415);
  }
});

test("a PDF that opens only with a password is refused", () => {
  const [, locked = ""] = ENCRYPTED_PDFS.find(([name]) => name === "open-256") ?? [];
  expect(() => validateFile("a.pdf", inflateSync(Buffer.from(locked, "base64")))).toThrow(
    "This PDF has a password. Please save it without one and send it again",
  );
});

test("an upright photo has no Exif segment", () => {
  expect(kept("id.jpg", jpeg(1, 1, 1)).includes("Exif")).toBe(false);
});

test("a PNG keeps its image and loses its metadata", () => {
  const bytes = kept("id.png", png());
  expect(validateFile("id.png", png()).contentType).toBe("image/png");
  expect(bytes.toString("latin1")).not.toMatch(/GPS|Somebody|eXIf|tEXt/);
  expect(kept("again.png", bytes).equals(bytes)).toBe(true);
});

test("other types of file are refused, whatever their names", () => {
  const others: readonly (readonly [string, Uint8Array | string])[] = [
    ["a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["a.pdf", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["a.png", "<!doctype html><script>alert(1)</script>"],
    ["a.html", "<!doctype html>"],
    ["a.zip", "PK\x03\x04 and so on"],
    ["a.docx", "PK\x03\x04 and so on"],
    ["a.jpg", "GIF89a/*<script>*/=1;alert(1)"],
    ["a.gif", "GIF89a"],
    ["a.pdf", "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR"],
    ["a.webp", "RIFF\0\0\0\0WEBPVP8 "],
    ["a.heic", "\0\0\0\x18ftypheic"],
    ["a.tiff", "II*\0"],
    ["a.exe", "MZ"],
    ["a.pdf", ""],
    ["a.pdf", " %PDF-1.7 %%EOF"], // a reader would still take it
    ["a.png", "\x89PNG\r\n\x1a\n"],
    ["a.jpg", "\xff\xd8\xff"],
    ["a.pdf", "%PDF-1.7 without an end"],
  ];
  expect(others.map(([name, bytes]) => [name, refusal(name, bytes)])).toEqual(
    others.map(([name]) => [name, 415]),
  );
});

test("a file with the extension of another type is refused", () => {
  const named = ["a.png", "a.pdf.html", "a", "pdf", "a.pdf ", "a.jpg"];
  expect(named.map((name) => refusal(name, pdf()))).toEqual(named.map(() => 415));
  expect(["../../etc/a.pdf", "ﷺ.pdf", "a.b.PDF"].map((name) => refusal(name, pdf()))).toEqual([
    "taken",
    "taken",
    "taken",
  ]);
});

test("a polyglot file is refused", () => {
  const zip = "PK\x05\x06\0\0\0\0";
  const tricks: readonly (readonly [string, Uint8Array])[] = [
    ["a.pdf", pdf("<script>alert(1)</script>")],
    ["a.pdf", pdf("<!DOCTYPE html>")],
    ["a.pdf", Buffer.concat([pdf(), Buffer.from("<html>")])],
    ["a.pdf", Buffer.concat([pdf(), Buffer.from(zip, "latin1"), Buffer.from("\n%%EOF\n")])],
    ["a.jpg", Buffer.concat([jpeg(), Buffer.from(`PK\x03\x04${zip}`, "latin1")])],
    ["a.jpg", Buffer.concat([jpeg(), Buffer.from("<script>alert(1)</script>")])],
    ["a.png", Buffer.concat([png(), Buffer.from("<html>")])],
    ["a.png", Buffer.concat([png(), pdf()])],
  ];
  expect(tricks.map(([name, bytes]) => refusal(name, bytes))).toEqual(tricks.map(() => 415));
});

test("pictures that declare more than 50 megapixels are refused", () => {
  expect([refusal("a.png", png(10_000, 5_000)), refusal("a.png", png(10_001, 5_000))]).toEqual([
    "taken",
    415,
  ]);
  expect([refusal("a.jpg", jpeg(10_000, 5_000)), refusal("a.jpg", jpeg(10_000, 5_001))]).toEqual([
    "taken",
    415,
  ]);
  expect([refusal("a.png", png(0, 5)), refusal("a.jpg", jpeg(0, 5))]).toEqual([415, 415]);
});

test("a picture that is truncated or has a flipped byte anywhere is refused, never an internal error", () => {
  for (const [name, whole] of [
    ["a.png", png()],
    ["a.jpg", jpeg()],
  ] as const) {
    const answers = Array.from({ length: whole.length }, (_, at) => refusal(name, whole.subarray(0, at)));
    expect(answers.filter((each) => each !== 415 && each !== "taken")).toEqual([]);
    for (let at = 0; at < whole.length; at++) {
      const turned = Buffer.from(whole);
      turned[at] = (turned[at] ?? 0) ^ 0xff;
      expect([415, "taken"]).toContain(refusal(name, turned));
    }
  }
  expect(refusal("a.png", png().subarray(0, -1))).toBe(415);
});

test("a picture of many tiny segments is refused instead of being read to its end", () => {
  const scan = Buffer.from([0xff, 0xda, 0, 2]);
  const scans = (count: number) =>
    Buffer.concat([jpeg().subarray(0, -6), ...Array.from({ length: count }, () => scan), END_OF_JPEG]);
  expect(kept("a.jpg", scans(9_000)).subarray(-scan.length * 9_000 - 2)).toEqual(
    Buffer.concat([...Array.from({ length: 9_000 }, () => scan), END_OF_JPEG]),
  );
  expect(refusal("a.jpg", scans(10_001))).toBe(415);
  expect([refusal("a.png", png(1, 1, 9_000)), refusal("a.png", png(1, 1, 10_001))]).toEqual(["taken", 415]);
});

test("adjacent parts of a picture are one slice, however many there are", () => {
  expect(validateFile("a.png", png(1, 1, 5_000)).parts).toHaveLength(2); // the header, then all that follows the metadata
});
