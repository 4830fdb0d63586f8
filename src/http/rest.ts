import type { FileResponse } from "../core/files/file-response.ts";
import type { Call, Context } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { DomainError } from "../shared/errors.ts";
import { contentDisposition, FILE_NAME_HEADER, fileNameIn } from "../shared/file-names.ts";
import type { Page } from "../shared/listing.ts";
import { readFile, readJson, unreadableRequest } from "./body.ts";
import { jsonResponse, responseHeaders, withDeadline } from "./responses.ts";

interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly methods: Map<string, Operation>;
}

export interface RestTable {
  /** The operation and its path values. Throws 404, and 405 with the methods that the path takes. */
  match(method: string, path: string): { operation: Operation; values: Record<string, string> };
}

/** The documented paths, from the operations. Paths without values are found by one look-up. */
export function createRestTable(operations: readonly Operation[]): RestTable {
  const fixed = new Map<string, Route>();
  const open = new Map<string, Route>();
  for (const operation of operations) {
    if (!operation.rest) continue;
    const { method, path } = operation.rest;
    const table = path.includes("{") ? open : fixed;
    const route = table.get(path) ?? routeOf(path);
    route.methods.set(method, operation);
    table.set(path, route);
  }
  return {
    match(method, path) {
      const route = fixed.get(path) ?? [...open.values()].find((each) => each.pattern.test(path));
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

/** Throws 400 on what is no percent-encoded text. */
export function decodePathPart(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw unreadableRequest();
  }
}

/** Translates a request into one call of the operation, and its result into the documented answer. */
export async function handleRest(
  table: RestTable,
  request: Request,
  path: string,
  context: Context,
  fixed: Readonly<Record<string, string>>,
): Promise<Response> {
  const { operation, values } = table.match(request.method, path);
  const input = await inputOf(request, operation, values);
  if (operation.slow) context.call.liftIdleTimeout?.();
  const call = () => operation.call(context, input, context.call.signal);
  const result = await (operation.slow ? call() : withDeadline(call));
  if (operation.download)
    return downloadResponse(operation, result as AsyncIterable<string>, input, context.call, fixed);
  if (operation.file === "sent") return fileResponse(result as FileResponse, context.call, fixed);
  const status = operation.rest?.status ?? 200;
  if (!operation.list) return jsonResponse(fixed, context.call, status, result);
  return listResponse(result as Page<unknown>, request, path, context.call, fixed);
}

async function inputOf(request: Request, operation: Operation, values: Record<string, string>) {
  if (!operation.isMutation) return { ...queryOf(request.url), ...values };
  if (operation.file === "received") {
    return { ...readFile(request), ...values, name: fileNameIn(request.headers.get(FILE_NAME_HEADER)) };
  }
  const body = await readJson(request);
  if (body === undefined) return values;
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw unreadableRequest();
  return { ...body, ...values };
}

/** The first of duplicates counts. */
function queryOf(url: string): Record<string, string> {
  const start = url.indexOf("?");
  const query: Record<string, string> = {};
  if (start === -1) return query;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (!Object.hasOwn(query, name)) query[name] = value;
  }
  return query;
}

/** A list is an array; its total and its cursor are in headers. */
function listResponse(
  page: Page<unknown>,
  request: Request,
  path: string,
  call: Call,
  fixed: Readonly<Record<string, string>>,
): Response {
  call.responseHeaders.set("X-Total-Count", String(page.total));
  if (page.next !== null) {
    const query = new URLSearchParams({ ...queryOf(request.url), cursor: page.next });
    call.responseHeaders.set("Link", `<${path}?${query}>; rel="next"`);
  }
  return jsonResponse(fixed, call, 200, page.items);
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
  geojson: "application/geo+json",
};

function downloadResponse(
  operation: Operation,
  text: AsyncIterable<string>,
  input: unknown,
  call: Call,
  fixed: Readonly<Record<string, string>>,
): Response {
  const [, stem, usual = "csv"] = /^(.*)\.(\w+)$/.exec(operation.download ?? "") ?? [];
  const format = (input as { format?: string }).format ?? usual;
  const name = `${stem}.${format}`;
  const headers = responseHeaders(fixed, call);
  headers.set("Content-Type", CONTENT_TYPES[format] ?? "application/octet-stream");
  headers.set("Content-Disposition", `attachment; filename="${name}"`);
  return new Response(toByteStream(text), { headers });
}

/** Whatever an uploaded file is, it runs nothing (docs/security.md UPL-04). */
const FILE_POLICY = "sandbox; default-src 'none'";
/** A browser lays out a bare picture with a style of its own. */
const SHOWN_POLICY = `${FILE_POLICY}; style-src 'unsafe-inline'`;

function fileResponse(
  { name, contentType, inline, bytes }: FileResponse,
  call: Call,
  fixed: Readonly<Record<string, string>>,
): Response {
  const headers = responseHeaders(fixed, call);
  headers.set("Content-Type", contentType);
  headers.set("Content-Disposition", contentDisposition(name, inline));
  headers.set("Content-Security-Policy", inline ? SHOWN_POLICY : FILE_POLICY);
  return new Response(toByteStream(bytes), { headers });
}

/** Text or bytes as bytes, pulled by the reader; a reader that leaves ends the source. */
export function toByteStream(text: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const parts = text[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await parts.next();
      if (part.done) controller.close();
      else controller.enqueue(typeof part.value === "string" ? encoder.encode(part.value) : part.value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}
