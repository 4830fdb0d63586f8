import type { Context } from "../core/rpc/context.ts";
import { withUploadedBody } from "../modules/evidence/uploads/visitor-files.ts";
import { DomainError } from "../shared/errors.ts";
import { isMultipart, readFields, unreadableRequest } from "./body.ts";

/** What a form sent. */
export interface SentForm {
  readonly fields: Readonly<Record<string, string>>;
  /** The one file that it may carry; its bytes are shared and only valid until the work with the form is done. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
}

/**
 * Reads a form with one file or none and passes it on. A form with a file is spooled to disk as it arrives and held in
 * memory one at a time. Throws 400, 413, 415, and 503 if too many are sent at once.
 */
export async function withForm<T>(
  context: Context,
  request: Request,
  work: (form: SentForm) => Promise<T>,
): Promise<T> {
  const type = request.headers.get("content-type") ?? "";
  if (!isMultipart(type)) return work({ fields: await readFields(request), file: null });
  const { deps, call } = context;
  call.idleTimeout?.lift();
  try {
    const body = request.body ?? new Blob().stream();
    return await withUploadedBody(deps, call.address, body, (bytes) => work(formIn(bytes, boundaryOf(type))));
  } finally {
    call.idleTimeout?.restore();
  }
}

function boundaryOf(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw unreadableRequest();
  return boundary;
}

const PARTS_MAX = 20;
const FIELDS_MAX = 64 * 1_024; // bytes, as of a form without a file
const HEADER_MAX = 1_024; // bytes
const HEADER_END = "\r\n\r\n";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The parts of a body (RFC 7578). Throws 400 and 413. */
export function formIn(bytes: Buffer, boundary: string): SentForm {
  const fields: Record<string, string> = {};
  let file: SentForm["file"] = null;
  let size = 0;
  for (const part of partsOf(bytes, `--${boundary}`)) {
    if (part.fileName !== null) {
      if (file !== null) throw new DomainError("invalid", "Please send one photo");
      if (part.content.length > 0) file = { name: part.fileName, bytes: part.content };
      continue;
    }
    size += part.content.length;
    if (size > FIELDS_MAX) throw new DomainError("tooLarge", "The request is too large");
    fields[part.name] = textOf(part.content);
  }
  return { fields, file };
}

interface Part {
  readonly name: string;
  /** Null for a text. */
  readonly fileName: string | null;
  readonly content: Buffer;
}

function* partsOf(bytes: Buffer, delimiter: string): Generator<Part> {
  const next = `\r\n${delimiter}`;
  if (!bytes.subarray(0, delimiter.length).equals(Buffer.from(delimiter))) throw unreadableRequest();
  let at = delimiter.length;
  for (let parts = 0; !isEnd(bytes, at); parts += 1) {
    const end = bytes.indexOf(next, at);
    if (end === -1 || parts === PARTS_MAX) throw unreadableRequest();
    yield partIn(bytes.subarray(at, end));
    at = end + next.length;
  }
}

/** The last delimiter ends in two dashes. */
const isEnd = (bytes: Buffer, at: number): boolean => bytes.toString("latin1", at, at + 2) === "--";

function partIn(part: Buffer): Part {
  const end = part.subarray(0, HEADER_MAX).indexOf(HEADER_END);
  if (end === -1) throw unreadableRequest();
  const header = textOf(part.subarray(0, end));
  const name = /^content-disposition:.*?[;\s]name="([^"\r\n]*)"/im.exec(header)?.[1];
  if (name === undefined) throw unreadableRequest();
  const fileName = /^content-disposition:.*?[;\s]filename="([^"\r\n]*)"/im.exec(header)?.[1] ?? null;
  return { name, fileName, content: part.subarray(end + HEADER_END.length) };
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(new Uint8Array(bytes)); // a copy, as the bytes are in shared memory
  } catch {
    throw unreadableRequest();
  }
}
