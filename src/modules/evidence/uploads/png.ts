import { KeptParts, MAX_SEGMENTS, type Picture } from "./picture.ts";

const SIGNATURE_BYTES = 8;
const FRAME_BYTES = 12; // length, type and checksum of a chunk

/** The chunks that affect the rendering; metadata (eXIf, tEXt, iTXt, zTXt, tIME, …) is dropped. */
const RENDERED_CHUNKS = new Set("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs".split(" "));

/** A PNG without its metadata; null if it is damaged or has more than 10,000 chunks. */
export function cleanPng(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = new KeptParts(bytes);
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
