import { DomainError } from "../shared/errors.ts";

const BODY_MAX = 64 * 1_024;
/** docs/security.md INP-06 */
const DEPTH_MAX = 20;
const KEYS_MAX = 200;
const ITEMS_MAX = 100;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const unreadableRequest = (): DomainError =>
  new DomainError("invalid", "The request could not be read");
const tooLarge = () => new DomainError("tooLarge", "The request is too large");

const compressed = () =>
  new DomainError("unsupportedMediaType", "Please send the body as it is, not compressed");

/** The body as text. Counts while it reads, so that a body without a length is cut too. Throws 400 and 413. */
export async function readText(request: Request, most = BODY_MAX): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge();
  if ((request.headers.get("content-encoding") ?? "identity") !== "identity") throw compressed();
  const bytes = await readBytes(request, most);
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadableRequest();
  }
}

async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const { headers, body } = request;
  // a stated length was checked already, and the server holds the client to it
  if ((headers.has("content-length") && !headers.has("transfer-encoding")) || body === null)
    return request.bytes();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > most) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A body that is one file, as it comes, and its length where the sender tells. Throws 415 where it is compressed. */
export function readFile({ headers, body }: Request) {
  if ((headers.get("content-encoding") ?? "identity") !== "identity") throw compressed();
  const length = headers.get("content-length");
  return { file: body ?? new Blob().stream(), ...(length !== null && { size: Number(length) }) };
}

/** True for `application/json`, with or without a charset. */
export const isJson = (contentType: string | null): boolean =>
  contentType !== null && /^application\/json\s*(;|$)/i.test(contentType);

export const isForm = (contentType: string | null): boolean =>
  contentType !== null && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType);

/**
 * A call's JSON body. Nothing at all is undefined; what is not JSON is refused with 415, what cannot be parsed
 * or is built to hurt (deep, wide) with 400.
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
  return parts.every((part) => isWithinLimits(part, depth - 1));
}
