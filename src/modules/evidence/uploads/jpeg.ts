import { KeptParts, MAX_SEGMENTS, type Picture } from "./picture.ts";

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

interface Segment {
  readonly code: number;
  readonly body: Uint8Array;
  /** With its marker and length. */
  readonly whole: Uint8Array;
}

/**
 * A JPEG without its metadata; null if it is damaged or has more than 10,000 segments. The Exif orientation is kept,
 * because a sideways document is hard to read.
 */
export function cleanJpeg(bytes: Uint8Array): Picture | null {
  const parts = new KeptParts(bytes);
  parts.keep(0, 2);
  let size = { width: 0, height: 0 };
  let at = 2;
  for (let segments = 0; ; segments++) {
    if (segments > MAX_SEGMENTS) return null;
    while (bytes[at] === MARKER && bytes[at + 1] === MARKER) at += 1; // fill bytes
    if (bytes[at] !== MARKER) return null;
    if (bytes[at + 1] === END_OF_IMAGE) break;
    const segment = segmentAt(bytes, at);
    if (segment === null) return null;
    if (isFrame(segment.code)) size = sizeOf(segment.body);
    const stripped = strippedSegment(segment);
    const next = at + segment.whole.length;
    if (stripped === segment.whole) parts.keep(at, next);
    else if (stripped) parts.insert(stripped);
    at = next;
    if (segment.code !== START_OF_SCAN) continue;
    const end = endOfScan(bytes, at);
    parts.keep(at, end);
    at = end;
  }
  parts.keep(at, at + 2);
  if (size.width === 0 || size.height === 0) return null;
  return { ...size, parts: parts.all(), rest: bytes.subarray(at + 2) };
}

function segmentAt(bytes: Uint8Array, at: number): Segment | null {
  const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  const end = at + 2 + length;
  if (length < 2 || end > bytes.length) return null;
  return { code: bytes[at + 1] ?? 0, body: bytes.subarray(at + 4, end), whole: bytes.subarray(at, end) };
}

/** SOF0 to SOF15, without the tables that share their numbers. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

const sizeOf = (body: Uint8Array) => ({
  height: ((body[1] ?? 0) << 8) | (body[2] ?? 0),
  width: ((body[3] ?? 0) << 8) | (body[4] ?? 0),
});

/**
 * Colors depend on JFIF, the ICC profile and the Adobe segment; other application segments and comments are dropped.
 */
function strippedSegment({ code, body, whole }: Segment): Uint8Array | null {
  if (code === APP1) return orientationOf(body);
  if (code === APP2) return startsWith(body, "ICC_PROFILE\0") ? whole : null;
  if (code === APP0) return startsWith(body, "JFIF\0") ? whole : null;
  if (code === APP14) return startsWith(body, "Adobe") ? whole : null;
  return code === COMMENT || (code > APP0 && code <= APP15) ? null : whole;
}

const startsWith = (body: Uint8Array, text: string): boolean =>
  Buffer.from(body.subarray(0, text.length)).toString("latin1") === text;

/** The position of the next marker after a scan's data, which itself contains FF 00 and restart markers. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(MARKER, from); at !== -1; at = bytes.indexOf(MARKER, at + 1)) {
    const code = bytes[at + 1];
    if (code === undefined) break;
    if (code !== 0 && code !== MARKER && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  return bytes.length;
}

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** An Exif segment with only the orientation; null if there is none or the picture is upright. */
function orientationOf(body: Uint8Array): Uint8Array | null {
  const value = startsWith(body, EXIF) ? orientationIn(body.subarray(EXIF.length)) : 1;
  if (value < 2 || value > 8) return null;
  const tiff = [
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8], // big-endian header; the first directory follows
    ...[0, 1, 0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, value, 0, 0], // one entry: the orientation
    ...[0, 0, 0, 0], // no further directory
  ];
  const length = 2 + EXIF.length + tiff.length;
  return Buffer.concat([Buffer.of(MARKER, APP1, 0, length), Buffer.from(EXIF, "latin1"), Buffer.from(tiff)]);
}

function orientationIn(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = startsWith(tiff, "II");
  if (tiff.length < 8) return 1;
  const first = view.getUint32(4, little);
  if (first + 2 > tiff.length) return 1;
  const entries = view.getUint16(first, little);
  for (let index = 0; index < entries; index++) {
    const at = first + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) break;
    if (view.getUint16(at, little) === ORIENTATION && view.getUint16(at + 2, little) === SHORT) {
      return view.getUint16(at + 8, little);
    }
  }
  return 1;
}
