import { deflateSync } from "node:zlib";
import { chunk, jpeg, PNG_SIGNATURE, pdf, png, segment } from "./evidence-files.ts";

/** A file made to crash or to deceive its parser. */
export interface HostileFile {
  readonly kind: string;
  readonly name: string;
  readonly bytes: Buffer;
}

const MANY = 1_500;
const BOMB_BYTES = 50_000_000;
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

/** Mulberry32: the same numbers for the same seed, from 0 up to `below`. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const SOUND = [
  ["a.png", () => png(3, 3)],
  ["a.jpg", () => jpeg(3, 3)],
  ["a.pdf", () => pdf("words", 300)],
] as const;

/** Files that are truncated, have flipped bytes or a repeated range: `each` of every format and damage. */
function damaged(random: (below: number) => number, each: number): readonly HostileFile[] {
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    truncated: (bytes) => bytes.subarray(0, random(bytes.length)),
    turned: (bytes) => {
      for (let turns = random(8); turns >= 0; turns--) bytes[random(bytes.length)] = random(256);
      return bytes;
    },
    repeated: (bytes) => {
      const at = random(bytes.length);
      return Buffer.concat([bytes, bytes.subarray(at), bytes.subarray(0, at)]);
    },
  };
  return SOUND.flatMap(([name, make]) =>
    Object.entries(damages).flatMap(([kind, damage]) =>
      Array.from({ length: each }, () => ({ kind: `${kind} ${name}`, name, bytes: damage(make()) })),
    ),
  );
}

const END = chunk("IEND", Buffer.alloc(0));
const header = (width: number, height: number): Buffer => {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  return chunk("IHDR", body);
};
const pngOf = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([PNG_SIGNATURE, ...chunks]);
const lyingChunk = (length: number): Buffer => {
  const bytes = chunk("IDAT", Buffer.alloc(8));
  bytes.writeUInt32BE(length, 0);
  return bytes;
};
const bomb = deflateSync(Buffer.alloc(BOMB_BYTES));

const hostilePngs = (random: (below: number) => number): Readonly<Record<string, Buffer>> => ({
  "with the largest size": pngOf(header(0xffffffff, 0xffffffff), END),
  "with a size that overflows 32 bits": pngOf(header(0x10000, 0x10001), END),
  "without width": pngOf(header(0, 0xffffffff), END),
  "of many chunks": pngOf(header(1, 1), ...Array(MANY).fill(chunk("IDAT", Buffer.alloc(0))), END),
  "of many comments": pngOf(header(1, 1), ...Array(MANY).fill(chunk("tEXt", latin1("a\0b"))), END),
  "of many headers": pngOf(...Array(MANY).fill(header(1, 1)), END),
  "with a bomb as its pixels": pngOf(header(30_000, 1_600), chunk("IDAT", bomb), END),
  "with a bomb as its color profile": pngOf(header(1, 1), chunk("iCCP", bomb), chunk("IDAT", bomb), END),
  "with a bomb as its text": pngOf(header(1, 1), chunk("zTXt", bomb), END),
  "with a chunk of 4 GB": pngOf(header(1, 1), lyingChunk(0xffffffff), END),
  "with a chunk of 2 GB": pngOf(header(1, 1), lyingChunk(0x7fffffff), END),
  "with a chunk that swallows the end": pngOf(header(1, 1), lyingChunk(8 + END.length), END),
  "with a chunk that is too short": pngOf(header(1, 1), lyingChunk(0), END),
  "with a random length": pngOf(header(1, 1), lyingChunk(random(0xffffffff)), END),
  "without header": pngOf(END),
});

const START = Buffer.of(0xff, 0xd8);
const STOP = Buffer.of(0xff, 0xd9);
const frame = (width: number, height: number): Buffer =>
  segment(0xc0, Buffer.of(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0));
const scan = segment(0xda, Buffer.of(1, 1, 0, 0, 63, 0));
const jpegOf = (...parts: readonly Buffer[]): Buffer => Buffer.concat([START, ...parts, STOP]);
const lyingSegment = (code: number, length: number): Buffer =>
  Buffer.of(0xff, code, length >> 8, length & 255, 1, 2, 3, 4);
const exif = (offset: number, entries: number): Buffer => {
  const tiff = Buffer.alloc(64);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(offset, 4);
  if (offset + 2 <= tiff.length) tiff.writeUInt16BE(entries, offset);
  return segment(0xe1, Buffer.concat([latin1("Exif\0\0"), tiff]));
};

const hostileJpegs = (random: (below: number) => number): Readonly<Record<string, Buffer>> => ({
  "with the largest size": jpegOf(frame(65_535, 65_535), scan),
  "without height": jpegOf(frame(65_535, 0), scan),
  "of many comments": jpegOf(...Array(MANY).fill(segment(0xfe, latin1("a"))), frame(1, 1), scan),
  "of many frames": jpegOf(...Array(MANY).fill(frame(1, 1)), scan),
  "of many scans": jpegOf(frame(1, 1), ...Array(MANY).fill(scan)),
  "of many Exif parts": jpegOf(...Array(MANY).fill(exif(8, 65_535)), frame(1, 1), scan),
  "of fill bytes": jpegOf(Buffer.alloc(100_000, 0xff), frame(1, 1), scan),
  "of restart marks": jpegOf(frame(1, 1), scan, Buffer.alloc(100_000, Buffer.of(0xff, 0xd0))),
  "without end": Buffer.concat([START, frame(1, 1), scan, Buffer.alloc(100_000, 1)]),
  "with a segment of length 0": jpegOf(lyingSegment(0xe2, 0), frame(1, 1), scan),
  "with a segment of length 1": jpegOf(lyingSegment(0xe2, 1), frame(1, 1), scan),
  "with a segment past its end": jpegOf(lyingSegment(0xe2, 65_535), frame(1, 1), scan),
  "with a random length": jpegOf(lyingSegment(0xe2, random(65_536)), frame(1, 1), scan),
  "with an empty frame": jpegOf(segment(0xc0, Buffer.alloc(0)), scan),
  "with Exif that points past its end": jpegOf(exif(0xfffffffe, 1), frame(1, 1), scan),
  "with Exif that points at its last byte": jpegOf(exif(63, 1), frame(1, 1), scan),
  "with Exif of too many entries": jpegOf(exif(8, 65_535), frame(1, 1), scan),
});

const ZIP = latin1("PK\x03\x04payload PK\x05\x06");
const HTML = latin1("<html><script>alert(1)</script>");

/** Polyglots, files of two formats at once, each of which must be refused. */
export const polyglots = (): readonly HostileFile[] => {
  const made: readonly (readonly [string, string, Buffer])[] = [
    ["a zip behind a picture", "a.png", Buffer.concat([png(), ZIP])],
    ["a page behind a picture", "a.png", Buffer.concat([png(), HTML])],
    ["a program behind a photo", "a.jpg", Buffer.concat([jpeg(), latin1("\x7fELF")])],
    ["a PDF behind a photo", "a.jpg", Buffer.concat([jpeg(), pdf()])],
    ["an archive behind a photo", "a.jpg", Buffer.concat([jpeg(), latin1("Rar!\x1a\x07")])],
    ["a zip behind a PDF", "a.pdf", Buffer.concat([pdf(), ZIP])],
    ["a page at the start of a PDF", "a.pdf", pdf("<html><script>alert(1)</script>")],
    ["a picture called a PDF", "a.pdf", png()],
    ["a page called a photo", "a.jpg", HTML],
  ];
  return made.map(([kind, name, bytes]) => ({ kind, name, bytes }));
};

/** Hostile files of every kind; the same ones for the same seed. */
export function hostileFiles(seed: number): readonly HostileFile[] {
  const random = numbers(seed);
  const named = (name: string, made: Readonly<Record<string, Buffer>>) =>
    Object.entries(made).map(([kind, bytes]) => ({ kind: `${name} ${kind}`, name, bytes }));
  return [
    ...damaged(random, 5),
    ...named("a.png", hostilePngs(random)),
    ...named("a.jpg", hostileJpegs(random)),
    ...polyglots(),
  ];
}

const LARGE_BYTES = 10 * 1_024 * 1_024 - 4_096; // just under the limit of an upload
const filled = (...parts: readonly Uint8Array[]): Buffer => Buffer.alloc(LARGE_BYTES, Buffer.concat(parts));
const comment = segment(0xfe, Buffer.alloc(600, "a"));
const table = segment(0xdb, Buffer.alloc(600, 1));

/** Files of 10 MiB whose size costs a careless reader time or memory. */
export const largeHostileFiles = (): readonly HostileFile[] => {
  const made: readonly (readonly [string, string, Buffer])[] = [
    ["a photo of empty scans", "a.jpg", jpegOf(frame(1, 1), filled(scan))],
    [
      "a photo of kept and dropped segments in turn",
      "a.jpg",
      jpegOf(filled(comment, table), frame(1, 1), scan),
    ],
    ["a photo of fill bytes", "a.jpg", jpegOf(filled(Buffer.of(0xff)), frame(1, 1), scan)],
    ["a photo of restart marks", "a.jpg", jpegOf(frame(1, 1), scan, filled(Buffer.of(0xff, 0xd0)))],
    ["a photo with a preview of tags", "a.jpg", Buffer.concat([jpeg(), filled(latin1("<"))])],
    ["a picture of empty chunks", "a.png", pngOf(header(1, 1), filled(chunk("IDAT", Buffer.alloc(0))), END)],
    ["a picture of comments", "a.png", pngOf(header(1, 1), filled(chunk("tEXt", latin1("a\0b"))), END)],
    ["a picture with a preview of tags", "a.png", Buffer.concat([png(), filled(latin1("<scrip"))])],
    ["a PDF of end marks", "a.pdf", Buffer.concat([latin1("%PDF-1.7\n"), filled(latin1("%%EOF\n"))])],
    [
      "a PDF of objects",
      "a.pdf",
      pdf(filled(latin1("1 0 obj<</Length 9>>stream\nendobj\n")).toString("latin1")),
    ],
  ];
  return made.map(([kind, name, bytes]) => ({ kind, name, bytes }));
};
