import { DomainError } from "../shared/errors.ts";

const BODY_MAX = 64 * 1_024;
/** Limits of a JSON body (docs/security.md INP-06). */
const DEPTH_MAX = 20;
const KEYS_MAX = 200;
const ITEMS_MAX = 100;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const unreadableRequest = (): DomainError =>
  new DomainError("invalid", "The request could not be read");
const tooLarge = () => new DomainError("tooLarge", "The request is too large");

const compressed = () =>
  new DomainError("unsupportedMediaType", "Please send the body as it is, not compressed");

export const disconnected = () =>
  new DomainError("disconnected", "The connection was closed before the request was complete");
const isDisconnect = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/**
 * The body as text. Counts bytes while reading, because a chunked body states no length. Throws 400, 413 and 415, and
 * 499 if the client disconnects.
 */
export async function readText(request: Request, maxBytes = BODY_MAX): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if ((request.headers.get("content-encoding") ?? "identity") !== "identity") throw compressed();
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    throw isDisconnect(error) ? disconnected() : error;
  });
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadableRequest();
  }
}

function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const { headers } = request;
  // the stated length was checked above, and Bun enforces it; to ask for `body` would make it a stream
  if (headers.has("content-length") && !headers.has("transfer-encoding")) return request.bytes();
  const { body } = request;
  return body === null ? request.bytes() : collect(body, maxBytes);
}

async function collect(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * A body that is a single file, unread, with its length if the sender states one. Throws 415 if it is compressed, or not of
 * the type that is given. With any type, a form that the file is a part of is none; `curl --data-binary` itself says that its
 * body is `application/x-www-form-urlencoded`.
 */
export function readFile({ headers, body }: Request, type?: string) {
  const sent = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "*/*" && sent !== type)
    throw new DomainError("unsupportedMediaType", `Please send ${type}`);
  if (type === "*/*" && sent === "multipart/form-data") throw notTheBody();
  if ((headers.get("content-encoding") ?? "identity") !== "identity") throw compressed();
  const length = headers.get("content-length");
  return { file: body ?? new Blob().stream(), ...(length !== null && { size: Number(length) }) };
}

const notTheBody = () =>
  new DomainError("unsupportedMediaType", "Send the file as the body, such as with curl --data-binary @FILE");

/** True for `application/json`, with or without a charset. */
export const isJson = (contentType: string | null): boolean =>
  contentType !== null && /^application\/json\s*(;|$)/i.test(contentType);

export const isForm = (contentType: string | null): boolean =>
  contentType !== null && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType);

export const isMultipart = (contentType: string): boolean => /^multipart\/form-data\s*;/i.test(contentType);

/** The fields of a form without a file. Throws 400, 413 and 415. */
export async function readFields(request: Request): Promise<Readonly<Record<string, string>>> {
  if (!isForm(request.headers.get("content-type"))) throw notAForm();
  return Object.fromEntries(new URLSearchParams(await readText(request)));
}

export const notAForm = (): DomainError =>
  new DomainError("unsupportedMediaType", "Please send the form as it is");

/**
 * A call's JSON body, or undefined if the body is empty. Throws 415 for another content type, and 400 for JSON that
 * cannot be parsed or exceeds the limits on depth and width.
 */
export async function readJson(request: Request): Promise<unknown> {
  const contentType = request.headers.get("content-type");
  if (contentType !== null && !isJson(contentType)) throw notJson();
  const text = await readText(request);
  if (text === "") return undefined;
  if (contentType === null) throw notJson();
  return parseJson(text);
}

const notJson = () => new DomainError("unsupportedMediaType", "Please send application/json");

export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadableRequest();
  }
  if (!isWithinLimits(value, DEPTH_MAX)) throw unreadableRequest();
  return value;
}

function isWithinLimits(value: unknown, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0) return false;
  const parts = Object.values(value);
  if (parts.length > (Array.isArray(value) ? ITEMS_MAX : KEYS_MAX)) return false;
  for (const part of parts) if (!isWithinLimits(part, depth - 1)) return false;
  return true;
}
