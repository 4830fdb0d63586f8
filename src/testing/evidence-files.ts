import { deflateSync } from "node:zlib";

/** Small evidence files of each kind, with metadata that must be removed. */

const text = (words: string): Buffer => Buffer.from(words, "latin1");

export const pdf = (words = "a license", bytes = 0): Buffer =>
  Buffer.concat([text(`%PDF-1.7\n% ${words}\n`), Buffer.alloc(bytes, "%"), text("\nstartxref\n0\n%%EOF\n")]);

/** A chunk of a PNG with its length and checksum. */
export function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([text(type), body]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(Bun.hash.crc32(named));
  return Buffer.concat([frame, named, sum]);
}

export const PNG_SIGNATURE = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** One gray line with metadata: a position in eXIf, a name in tEXt; `empty` chunks without data before the end. */
export function png(width = 1, height = 1, empty = 0): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size[8] = 8;
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", size),
    chunk("eXIf", text("MM GPSLatitude 40.7")),
    chunk("tEXt", text("Author\0Somebody")),
    chunk("IDAT", deflateSync(Buffer.alloc(2))),
    ...Array.from({ length: empty }, () => chunk("IDAT", Buffer.alloc(0))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A segment of a JPEG with its marker and length. */
export const segment = (code: number, body: Uint8Array): Buffer => {
  const length = body.length + 2;
  return Buffer.concat([Buffer.from([0xff, code, length >> 8, length & 255]), body]);
};

/** Exif as a camera writes it: orientation and position. */
function exif(orientation: number): Buffer {
  const entries = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return Buffer.concat([
    text("Exif\0\0"),
    Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, ...entries]),
    text("GPSLatitude 40.7"),
  ]);
}

/** A picture with Exif, an XMP segment, a comment and a preview after its end. */
export const jpeg = (width = 1, height = 1, orientation = 6): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, text("JFIF\0\x01\x01\0\0\x01\0\x01\0\0")),
    segment(0xe1, exif(orientation)),
    segment(0xe1, text("http://ns.adobe.com/xap/1.0/\0<x>GPSLongitude</x>")),
    segment(0xfe, text("Somebody was here")),
    segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
    Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
  ]);
