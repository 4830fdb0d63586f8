import { DomainError } from "../../../shared/errors.ts";
import { EVIDENCE } from "../../ownership/claims/schema.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";

/** An upload that may be stored. */
export interface ValidFile {
  readonly contentType: "application/pdf" | "image/jpeg" | "image/png";
  /** Slices of the upload, in order, without the metadata of a picture. */
  readonly parts: readonly Uint8Array[];
}

type Kind = "pdf" | "jpeg" | "png";

const KIND_OF_NAME: Readonly<Record<string, Kind>> = { pdf: "pdf", jpg: "jpeg", jpeg: "jpeg", png: "png" };
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
  if (KIND_OF_NAME[ending] !== kind) {
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
