import type { Context } from "../core/rpc/context.ts";
import { type VisitorFile, withUploadedBody } from "../modules/evidence/uploads/visitor-files.ts";
import { DomainError } from "../shared/errors.ts";
import { disconnected, isMultipart, readFields, unreadableRequest } from "./body.ts";

/** What a form sent. */
export interface SentForm {
  readonly fields: Readonly<Record<string, string>>;
  /** The one file that it may carry, which is read when it is used. */
  readonly file: VisitorFile | null;
}

/**
 * Reads the fields of a form and passes them on, with its file or none. A large file, which must come after the fields, is
 * not read yet: what the limits refuse costs no upload. Throws 400, 413 and 415.
 */
export async function withForm<T>(
  context: Context,
  request: Request,
  work: (form: SentForm) => Promise<T>,
): Promise<T> {
  const type = request.headers.get("content-type") ?? "";
  if (!isMultipart(type)) return work({ fields: await readFields(request), file: null });
  const { deps, call } = context;
  const boundary = boundaryOf(type);
  const body = await startOf(request.body ?? new Blob().stream());
  try {
    const { fields, file } = formIn(body.start, boundary, body.isWhole);
    const use: VisitorFile["use"] = (useBytes) =>
      withUploadedBody(deps, call.address, body.all(), (bytes) => {
        const whole = formIn(bytes, boundary);
        if (whole.file === null || !Bun.deepEquals(whole.fields, fields)) throw unreadableRequest();
        return useBytes(whole.file.bytes);
      });
    return await work({ fields, file: file && { name: file.name, use } });
  } finally {
    body.cancel();
    call.idleTimeout?.restore();
  }
}

/** Reads as much of a body as a form without a file may have. Throws 499 if the sender disconnects. */
async function startOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (!isWhole && size < FIELDS_MAX) {
    const { done, value } = await reader.read().catch(() => Promise.reject(disconnected()));
    isWhole = done;
    if (value) parts.push(value);
    size += value?.length ?? 0;
  }
  const start = Buffer.concat(parts);
  return {
    start,
    isWhole,
    /** The body from its beginning; can be read once. */
    all: () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(start)), // a copy, as its memory is freed
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      }),
    cancel: () => void reader.cancel().catch(() => {}), // a client that has disconnected has nothing to cancel
  };
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

/** The parts of a body (RFC 7578), or of its start, which may end within a file. Throws 400 and 413. */
function formIn(bytes: Buffer, boundary: string, isWhole = true) {
  const fields: Record<string, string> = {};
  let file: { readonly name: string; readonly bytes: Uint8Array } | null = null;
  let size = 0;
  for (const { name, fileName, content, isCut } of partsOf(bytes, `--${boundary}`, isWhole)) {
    if (fileName !== null) {
      if (file !== null) throw new DomainError("invalid", "Please send one photo");
      if (content.length > 0) file = { name: fileName, bytes: content };
      continue;
    }
    size += content.length;
    if (isCut || size > FIELDS_MAX) throw new DomainError("tooLarge", "The request is too large");
    fields[name] = textOf(content);
  }
  return { fields, file };
}

interface Part {
  readonly name: string;
  /** Null for a text. */
  readonly fileName: string | null;
  readonly content: Buffer;
  /** Whether the bytes end within it. */
  readonly isCut: boolean;
}

function* partsOf(bytes: Buffer, delimiter: string, isWhole: boolean): Generator<Part> {
  const next = `\r\n${delimiter}`;
  if (!bytes.subarray(0, delimiter.length).equals(Buffer.from(delimiter))) throw unreadableRequest();
  let at = delimiter.length;
  for (let parts = 0; !isEnd(bytes, at); parts += 1) {
    const end = bytes.indexOf(next, at);
    if ((end === -1 && isWhole) || parts === PARTS_MAX) throw unreadableRequest();
    yield { ...partIn(end === -1 ? bytes.subarray(at) : bytes.subarray(at, end)), isCut: end === -1 };
    if (end === -1) return;
    at = end + next.length;
  }
}

/** The last delimiter ends in two dashes. */
const isEnd = (bytes: Buffer, at: number): boolean => bytes.toString("latin1", at, at + 2) === "--";

function partIn(part: Buffer): Omit<Part, "isCut"> {
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
