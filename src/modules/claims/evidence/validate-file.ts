import { DomainError } from "../../../shared/errors.ts";
import { EVIDENCE } from "../schema.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";

/** What may be kept of an upload. */
export interface EvidenceFileInfo {
  readonly contentType: "application/pdf" | "image/jpeg" | "image/png";
  /** The bytes in their order; parts of what came, without what a picture tells of its taking. */
  readonly parts: readonly Uint8Array[];
}

type Kind = "pdf" | "jpeg" | "png";

const KIND_OF_NAME: Readonly<Record<string, Kind>> = { pdf: "pdf", jpg: "jpeg", jpeg: "jpeg", png: "png" };
const MEGAPIXEL = 1_000_000;
const PDF_HEAD = 1_024; // bytes in which browsers look for HTML
const PDF_TAIL = 1_024; // bytes in which a reader looks for the end mark
const ZIP_TAIL = 66_000; // bytes in which an unpacker looks for a zip's directory

/**
 * Looks at a file's bytes and its name, never at the type that was declared (security UPL-01 and UPL-05). Throws 415
 * for all but PDF, JPEG and PNG, and for a file that is another one as well.
 */
export function validateFile(name: string, bytes: Uint8Array): EvidenceFileInfo {
  const kind = kindOf(bytes);
  if (kind === null) throw refused("Only PDF, JPEG and PNG files can be sent");
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  if (KIND_OF_NAME[ending] !== kind) {
    throw refused(`This is a ${kind.toUpperCase()} file, but its name does not end like one`);
  }
  if (kind === "pdf") return { contentType: "application/pdf", parts: [checkedPdf(bytes)] };
  const picture = kind === "jpeg" ? cleanJpeg(bytes) : cleanPng(bytes);
  if (picture === null) throw refused("This picture is damaged");
  if (picture.width * picture.height > EVIDENCE.megapixels * MEGAPIXEL) {
    throw refused(`Pictures may have at most ${EVIDENCE.megapixels} megapixels`);
  }
  if (holdsAnother(picture.rest)) throw twoInOne();
  return { contentType: `image/${kind}`, parts: picture.parts };
}

const refused = (sentence: string) => new DomainError("unsupportedMediaType", sentence);
const twoInOne = () => refused("This file holds another file within itself. Please send it as a plain one.");

function kindOf(bytes: Uint8Array): Kind | null {
  const starts = (...first: readonly number[]) => first.every((byte, index) => bytes[index] === byte);
  if (starts(0x25, 0x50, 0x44, 0x46, 0x2d)) return "pdf"; // %PDF-
  if (starts(0xff, 0xd8, 0xff)) return "jpeg";
  return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? "png" : null;
}

const HTML = /<(!doctype|html|head|body|script|svg|iframe|\?xml)\b/i;

/** The first byte to the last is a PDF's: nothing that a browser or an unpacker would take for its own. */
function checkedPdf(bytes: Uint8Array): Uint8Array {
  const textOf = (part: Uint8Array) => Buffer.from(part).toString("latin1");
  if (HTML.test(textOf(bytes.subarray(0, PDF_HEAD)))) throw twoInOne();
  const tail = textOf(bytes.subarray(-PDF_TAIL));
  const end = tail.lastIndexOf("%%EOF");
  if (end === -1) throw refused("This PDF is damaged: its end is missing");
  if (
    tail
      .slice(end + 5)
      .trim()
      .replaceAll("\0", "") !== ""
  )
    throw twoInOne();
  if (Buffer.from(bytes.subarray(-ZIP_TAIL)).includes("PK\x05\x06")) throw twoInOne();
  return bytes;
}

/** Cameras put previews behind a picture, which are cut off; what is a file of its own tells of a trick. */
function holdsAnother(rest: Uint8Array): boolean {
  const bytes = Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  const marks = ["PK\x03\x04", "PK\x05\x06", "%PDF-", "Rar!\x1a", "7z\xbc\xaf\x27\x1c", "\x7fELF"];
  return marks.some((mark) => bytes.includes(mark, 0, "latin1")) || HTML.test(bytes.toString("latin1"));
}
