import { deflateSync } from "node:zlib";
import type { Callers } from "./callers.ts";
import { type PartnerKey, partnerOf, type Registered } from "./sample-partners.ts";

/** An invented document. */
export interface SampleFile {
  readonly name: string;
  readonly bytes: () => Uint8Array<ArrayBuffer>;
}

export const SAMPLE_FILES = {
  license: { name: "business-license.png", bytes: () => picture(sideways(drawLicense())) },
  lease: {
    name: "lease.pdf",
    bytes: () =>
      pdf("Commercial lease (sample)", [
        "The landlord lets the premises at 41 Invented Avenue to the tenant.",
        "The tenant runs a restaurant there and is its only manager.",
        "This document is invented: it only shows what evidence looks like.",
      ]),
  },
} as const satisfies Record<string, SampleFile>;

/** A certificate with what a reader types. */
export const certificateOf = (number: string, validUntil: string): SampleFile => ({
  name: "certificate.pdf",
  bytes: () =>
    pdf("Halal certificate (sample)", [
      "Issued by the Sample Halal Council, an invented body.",
      `Number: ${number}`,
      `Valid until: ${validUntil}`,
    ]),
});

/** Uploads documents as a partner does, and returns the ids of the files. */
export async function uploadAll(
  callers: Callers,
  registered: Registered,
  by: PartnerKey,
  files: readonly SampleFile[],
): Promise<readonly string[]> {
  const { evidence } = partnerOf(callers, registered, by);
  const ids: string[] = [];
  for (const { name, bytes } of files) {
    const content = bytes();
    const { id } = await evidence.upload({ name, size: content.length, file: new Blob([content]).stream() });
    ids.push(id);
  }
  return ids;
}

/** A page of text in one of the fonts that every reader has. */
function pdf(title: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const shown = [title, "", ...lines].map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`);
  const content = `BT /F1 14 Tf 22 TL 72 720 Td ${shown.join(" ")} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.7\n";
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text + table + trailer);
}

/** Shades of gray, a byte a pixel. */
interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const [PAPER, INK, PALE] = [250, 40, 150];

/** Five bits a row. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  S: [15, 16, 16, 14, 1, 1, 30],
  A: [14, 17, 17, 31, 17, 17, 17],
  M: [17, 27, 21, 21, 17, 17, 17],
  P: [30, 17, 17, 30, 16, 16, 16],
  L: [16, 16, 16, 16, 16, 16, 31],
  E: [31, 16, 16, 30, 16, 16, 31],
  I: [14, 4, 4, 4, 4, 4, 14],
  C: [14, 17, 16, 16, 16, 17, 14],
  N: [17, 25, 21, 19, 17, 17, 17],
};

/** A framed page with a heading, lines of text that no one can read, and a seal. */
function drawLicense(): Drawing {
  const page = { width: 600, height: 800, pixels: new Uint8Array(600 * 800).fill(PAPER) };
  for (const edge of [24, 32]) frame(page, edge);
  for (const [row, word] of ["SAMPLE", "LICENSE"].entries())
    for (const [n, letter] of [...word].entries()) drawLetter(page, letter, 126 + n * 50, 90 + row * 80);
  for (let line = 0; line < 11; line += 1)
    for (let x = 80, n = line; x < 480; n += 1) {
      const width = 24 + ((n * 37) % 60);
      fill(page, x, 300 + line * 28, Math.min(width, 520 - x), 8, PALE);
      x += width + 12;
    }
  for (let y = -60; y <= 60; y += 1)
    for (let x = -60; x <= 60; x += 1) {
      const distance = Math.hypot(x, y);
      if (distance < 60 && (distance > 50 || distance < 24)) fill(page, 450 + x, 690 + y, 1, 1, INK);
    }
  return page;
}

function frame(page: Drawing, edge: number): void {
  const [width, height] = [page.width - 2 * edge, page.height - 2 * edge];
  for (const y of [edge, page.height - edge]) fill(page, edge, y, width, 2, INK);
  for (const x of [edge, page.width - edge]) fill(page, x, edge, 2, height, INK);
}

const DOT = 8; // pixels

function drawLetter(page: Drawing, letter: string, left: number, top: number): void {
  for (const [row, bits] of (LETTERS[letter] ?? []).entries())
    for (let column = 0; column < 5; column += 1)
      if ((bits >> (4 - column)) & 1) fill(page, left + column * DOT, top + row * DOT, DOT, DOT, INK);
}

function fill(
  { width, pixels }: Drawing,
  left: number,
  top: number,
  w: number,
  h: number,
  shade: number,
): void {
  for (let y = top; y < top + h; y += 1) pixels.fill(shade, y * width + left, y * width + left + w);
}

/** As a phone held the other way takes it. */
function sideways({ width, height, pixels }: Drawing): Drawing {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[(width - 1 - x) * height + y] = pixels[y * width + x] ?? PAPER;
  return { width: height, height: width, pixels: turned };
}

/** A drawing as a PNG file. */
function picture({ width, height, pixels }: Drawing): Uint8Array<ArrayBuffer> {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size[8] = 8; // bits of gray a pixel
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([
    signature,
    chunk("IHDR", size),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(Bun.hash.crc32(named));
  return Buffer.concat([length, named, sum]);
}
