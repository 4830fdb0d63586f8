import { DomainError } from "../../../shared/errors.ts";
import { needsPassword } from "./pdf-password.ts";
import { EVIDENCE } from "./schema.ts";

/** An upload that may be stored. */
export interface ValidFile {
  readonly contentType: "application/pdf" | "image/jpeg" | "image/png";
  /** Slices of the upload, in order, without the metadata of a picture. */
  readonly parts: readonly Uint8Array[];
}

type Kind = "pdf" | "jpeg" | "png";

/** Windows saves photos from Chrome and WhatsApp as .jfif. */
const ENDINGS: Readonly<Record<Kind, readonly string[]>> = {
  pdf: ["pdf"],
  jpeg: ["jpg", "jpeg", "jfif", "jpe", "pjpeg", "pjp"],
  png: ["png"],
};
const MEGAPIXEL = 1_000_000;
const PDF_HEAD = 1_024; // bytes that browsers sniff for HTML
const PDF_TAIL = 1_024; // bytes that PDF readers search for the end marker
const ZIP_TAIL = 66_000; // bytes that unzip programs search for the central directory

/**
 * Checks a file by its bytes and name; the declared type is ignored (docs/security.md UPL-01 and UPL-05). Throws 415
 * unless it is a PDF, JPEG or PNG, and for a polyglot, which is a file of another type at the same time.
 */
export function validateFile(name: string, bytes: Uint8Array): ValidFile {
  const kind = kindOf(bytes);
  if (kind === null) throw unsupported("Only PDF, JPEG and PNG files can be sent");
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  if (!ENDINGS[kind].includes(ending)) {
    throw unsupported(`This is a ${kind.toUpperCase()} file, but its name does not end like one`);
  }
  if (kind === "pdf") return { contentType: "application/pdf", parts: [plainPdf(bytes)] };
  const picture = kind === "jpeg" ? cleanJpeg(bytes) : cleanPng(bytes);
  if (picture === null) throw unsupported("This picture is damaged");
  if (picture.width * picture.height > EVIDENCE.megapixels * MEGAPIXEL) {
    throw unsupported(`Pictures may have at most ${EVIDENCE.megapixels} megapixels`);
  }
  if (hasFileSignature(picture.rest)) throw polyglot();
  return { contentType: `image/${kind}`, parts: picture.parts };
}

const unsupported = (sentence: string) => new DomainError("unsupportedMediaType", sentence);
const polyglot = () =>
  unsupported("This file holds another file within itself. Please send it as a plain one.");

function kindOf(bytes: Uint8Array): Kind | null {
  const starts = (...first: readonly number[]) => first.every((byte, index) => bytes[index] === byte);
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return "pdf"; // %PDF-
  if (starts(0xff, 0xd8, 0xff)) return "jpeg";
  return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? "png" : null;
}

const HTML = /<(!doctype|html|head|body|script|svg|iframe|\?xml)\b/i;

/** Throws 415 if a browser or an unzip program would accept the file as its own. */
function plainPdf(bytes: Uint8Array): Uint8Array {
  const textOf = (part: Uint8Array) => Buffer.from(part).toString("latin1");
  if (HTML.test(textOf(bytes.subarray(0, PDF_HEAD)))) throw polyglot();
  const tail = textOf(bytes.subarray(-PDF_TAIL));
  const end = tail.lastIndexOf("%%EOF");
  if (end === -1) throw unsupported("This PDF is damaged: its end is missing");
  const trailer = tail
    .slice(end + 5)
    .trim()
    .replaceAll("\0", "");
  if (trailer !== "") throw polyglot();
  if (Buffer.from(bytes.subarray(-ZIP_TAIL)).includes("PK\x05\x06")) throw polyglot();
  if (needsPassword(bytes))
    throw unsupported("This PDF has a password. Please save it without one and send it again");
  return bytes;
}

/** Cameras append previews, which are cut off; an appended file of another type is an attack. */
function hasFileSignature(rest: Uint8Array): boolean {
  const bytes = Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  const signatures = ["PK\x03\x04", "PK\x05\x06", "%PDF-", "Rar!\x1a", "7z\xbc\xaf\x27\x1c", "\x7fELF"];
  return signatures.some((signature) => bytes.includes(signature, 0, "latin1")) || hasHtml(bytes);
}

const HTML_WINDOW = 64 * 1_024; // bytes
const LONGEST_TAG = 16; // more than `<!doctype` and the character behind it

/** Searches in windows that overlap by a tag: the whole as text would take up to 10 MiB more. */
function hasHtml(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += HTML_WINDOW) {
    if (HTML.test(bytes.toString("latin1", at, at + HTML_WINDOW + LONGEST_TAG))) return true;
  }
  return false;
}

const SIGNATURE_BYTES = 8;
const FRAME_BYTES = 12; // length, type and checksum of a chunk

/** The chunks that affect the rendering; metadata (eXIf, tEXt, iTXt, zTXt, tIME, …) is dropped. */
const RENDERED_CHUNKS = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs".split(" "));

/** A PNG without its metadata; null if it is damaged or has more than 10,000 chunks. */
function cleanPng(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = new RetainedParts(bytes);
  parts.keep(0, SIGNATURE_BYTES);
  let size = { width: 0, height: 0 };
  let at = SIGNATURE_BYTES;
  for (let chunks = 0; at + FRAME_BYTES <= bytes.length && chunks < MAX_SEGMENTS; chunks++) {
    const end = at + FRAME_BYTES + view.getUint32(at);
    if (end > bytes.length || !isSound(bytes, view, at, end)) return null;
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString("latin1");
    if ((type === "IHDR") !== (at === SIGNATURE_BYTES)) return null;
    if (type === "IHDR") size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (RENDERED_CHUNKS.has(type)) parts.keep(at, end);
    if (type === "IEND") return unlessEmpty({ ...size, parts: parts.all(), rest: bytes.subarray(end) });
    at = end;
  }
  return null;
}

const isSound = (bytes: Uint8Array, view: DataView, at: number, end: number): boolean =>
  end - at >= FRAME_BYTES && Bun.hash.crc32(bytes.subarray(at + 4, end - 4)) === view.getUint32(end - 4);

const unlessEmpty = (picture: Picture): Picture | null =>
  picture.width > 0 && picture.height > 0 ? picture : null;

const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** The frame, its tables, and the scans: what a picture is made of. */
const RENDERED_SEGMENTS = new Set([...[0xc4, 0xcc, 0xdb, 0xdc, 0xdd], START_OF_SCAN]);

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
function cleanJpeg(bytes: Uint8Array): Picture | null {
  const parts = new RetainedParts(bytes);
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
    if (isFrame(segment.code)) {
      if (size.width > 0) return null; // decoders differ in which of two frames they take
      size = sizeOf(segment.body);
    }
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

/** Colors depend on JFIF, the ICC profile and the Adobe segment; what is not rendered is dropped. */
function strippedSegment({ code, body, whole }: Segment): Uint8Array | null {
  if (code === APP1) return orientationOf(body);
  if (code === APP2) return startsWith(body, "ICC_PROFILE\0") ? whole : null;
  if (code === APP0) return startsWith(body, "JFIF\0") ? withoutThumbnail(whole) : null;
  if (code === APP14) return startsWith(body, "Adobe") ? whole : null;
  return isFrame(code) || RENDERED_SEGMENTS.has(code) ? whole : null;
}

const JFIF_BYTES = 18; // marker, length, name, version, density and the size of the thumbnail

/** A JFIF segment whose thumbnail has no size. */
function withoutThumbnail(whole: Uint8Array): Uint8Array | null {
  if (whole.length < JFIF_BYTES) return null;
  if (whole.length === JFIF_BYTES) return whole;
  const header = Buffer.from(whole.subarray(0, JFIF_BYTES));
  header.writeUInt16BE(JFIF_BYTES - 2, 2);
  header.writeUInt16BE(0, JFIF_BYTES - 2);
  return header;
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

/**
 * Segments of a JPEG or chunks of a PNG. Cameras and scanners write a few thousand at most; a file with more is made to
 * waste time (docs/security.md UPL-02).
 */
const MAX_SEGMENTS = 10_000;

/** A picture without its metadata. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Uint8Array[];
  /** The bytes after the end marker. */
  readonly rest: Uint8Array;
}

/** Collects what stays of a file, in order. Adjacent ranges become one slice. */
class RetainedParts {
  readonly #parts: Uint8Array[] = [];
  #from = 0;
  #to = 0;

  constructor(readonly bytes: Uint8Array) {}

  /** Keeps the bytes from position `from` up to, but not including, `to`. */
  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#flush();
      this.#from = from;
    }
    this.#to = to;
  }

  insert(part: Uint8Array): void {
    this.#flush();
    this.#from = this.#to;
    this.#parts.push(part);
  }

  all(): readonly Uint8Array[] {
    this.#flush();
    return this.#parts;
  }

  #flush(): void {
    if (this.#to > this.#from) this.#parts.push(this.bytes.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
