import type { FileResponse } from "../core/files/file-response.ts";
import type { Call, Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { DomainError } from "../shared/errors.ts";
import { contentDisposition, FILE_NAME_HEADER, fileNameIn } from "../shared/file-names.ts";
import type { Page } from "../shared/listing.ts";
import { readFile, readJson, unreadableRequest } from "./body.ts";
import { type BaseHeaders, jsonResponse, responseHeaders, withCaching, withDeadline } from "./responses.ts";

interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly methods: Map<string, Operation>;
}

export interface RestTable {
  /** The operation and its path values. Throws 404, and 405 with the methods that the path allows. */
  match(method: string, path: string): { operation: Operation; values: Record<string, string> };
}

/** Builds the routes of the operations. Paths without parameters need a single lookup. */
export function createRestTable(operations: readonly Operation[]): RestTable {
  const exact = new Map<string, Route>();
  const templated = new Map<string, Route>();
  for (const operation of operations) {
    if (!operation.rest) continue;
    const { method, path } = operation.rest;
    const table = path.includes("{") ? templated : exact;
    const route = table.get(path) ?? routeOf(path);
    route.methods.set(method, operation);
    table.set(path, route);
  }
  return {
    match(method, path) {
      const route = exact.get(path) ?? [...templated.values()].find((each) => each.pattern.test(path));
      if (!route) throw new DomainError("notFound", "There is nothing at this address");
      const operation = route.methods.get(method === "HEAD" ? "GET" : method);
      if (!operation) throw methodNotAllowed([...route.methods.keys()]);
      const found = route.pattern.exec(path) ?? [];
      const values = route.names.map((name, index) => [name, decodePathPart(found[index + 1] ?? "")]);
      return { operation, values: Object.fromEntries(values) };
    },
  };
}

export const methodNotAllowed = (methods: readonly string[]): DomainError =>
  new DomainError("methodNotAllowed", "This method is not allowed here", {
    allow: methods.includes("GET") ? [...methods, "HEAD"] : methods,
  });

function routeOf(path: string): Route {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((each) => each[1] ?? "");
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
  return { pattern, names, methods: new Map() };
}

/** Throws 400 on malformed percent-encoding. */
export function decodePathPart(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw unreadableRequest();
  }
}

/** Translates a request into one call of the operation, and its result into the documented response. */
export async function handleRest(
  table: RestTable,
  request: Request,
  path: string,
  context: Context,
  baseHeaders: BaseHeaders,
): Promise<Response> {
  const { operation, values } = table.match(request.method, path);
  const input = await inputOf(request, operation, values);
  const call = () => operation.call(context, input, context.call.signal);
  const result = await (operation.slow ? call() : withDeadline(call));
  if (operation.download)
    return downloadResponse(operation, result as AsyncIterable<string>, input, context.call, baseHeaders);
  if (operation.file === "sent") return fileResponse(result as FileResponse, context.call, baseHeaders);
  context.call.idleTimeout?.restore();
  const status = operation.rest?.status ?? 200;
  const headers = withCaching(baseHeaders, operation);
  if (!operation.list) return jsonResponse(headers, context.call, status, result);
  return listResponse(result as Page<unknown>, request, path, context.call, headers);
}

async function inputOf(request: Request, operation: Operation, values: Record<string, string>) {
  if (!operation.isMutation) return { ...queryOf(request.url), ...values };
  if (operation.accepts !== null)
    return { ...queryOf(request.url), ...readFile(request, operation.accepts), ...values };
  if (operation.file === "received") {
    return { ...readFile(request), ...values, name: fileNameIn(request.headers.get(FILE_NAME_HEADER)) };
  }
  const body = await readJson(request);
  if (body === undefined) return values;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw unreadableRequest();
  return { ...body, ...values };
}

/** The query as an object; of repeated parameters the first wins. */
function queryOf(url: string): Record<string, string> {
  const start = url.indexOf("?");
  const query: Record<string, string> = {};
  if (start === -1) return query;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (!Object.hasOwn(query, name)) query[name] = value;
  }
  return query;
}

/** A list is sent as an array; its total and next cursor are in headers. */
function listResponse(
  page: Page<unknown>,
  request: Request,
  path: string,
  call: Call,
  baseHeaders: BaseHeaders,
): Response {
  call.responseHeaders.set("X-Total-Count", String(page.total));
  if (page.next !== null) {
    const { page: _, ...asked } = queryOf(request.url); // the cursor replaces the number of the page
    const query = new URLSearchParams({ ...asked, cursor: page.next });
    call.responseHeaders.set("Link", `<${path}?${query}>; rel="next"`);
  }
  return jsonResponse(baseHeaders, call, 200, page.items);
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
  geojson: "application/geo+json",
  json: "application/json",
};

function downloadResponse(
  operation: Operation,
  text: AsyncIterable<string>,
  input: unknown,
  call: Call,
  baseHeaders: BaseHeaders,
): Response {
  const [, stem, defaultFormat = "csv"] = /^(.*)\.(\w+)$/.exec(operation.download ?? "") ?? [];
  const hasFormats = operation.input !== null && "format" in operation.input.shape;
  const format = (hasFormats && (input as { format?: string }).format) || defaultFormat;
  const name = `${stem}.${format}`;
  const headers = responseHeaders(baseHeaders, call);
  headers.set("Content-Type", CONTENT_TYPES[format] ?? "application/octet-stream");
  headers.set("Content-Disposition", `attachment; filename="${name}"`);
  return new Response(toByteStream(text, call.idleTimeout?.restore), { headers });
}

/** An uploaded file runs nothing, whatever its type (docs/security.md UPL-04). */
const FILE_POLICY = "sandbox; default-src 'none'";
/** Browsers show a bare image with an inline style. */
const INLINE_POLICY = `${FILE_POLICY}; style-src 'unsafe-inline'`;

function fileResponse(
  { name, contentType, inline, bytes }: FileResponse,
  call: Call,
  baseHeaders: BaseHeaders,
): Response {
  const headers = responseHeaders(baseHeaders, call);
  headers.set("Content-Type", contentType);
  headers.set("Content-Disposition", contentDisposition(name, inline));
  headers.set("Content-Security-Policy", inline ? INLINE_POLICY : FILE_POLICY);
  return new Response(toByteStream(bytes, call.idleTimeout?.restore), { headers });
}

/** A stream of bytes, pulled by the reader; cancelling it ends the source. Calls `ended` before it ends. */
export function toByteStream(
  source: AsyncIterable<string | Uint8Array>,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  const parts = source[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await parts.next().catch((error: unknown) => {
        ended();
        throw error;
      });
      if (!part.done) {
        controller.enqueue(typeof part.value === "string" ? encoder.encode(part.value) : part.value);
        return;
      }
      ended();
      controller.close();
    },
    async cancel() {
      ended();
      await parts.return?.();
    },
  });
}
