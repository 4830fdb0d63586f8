import type { FileResponse } from "../core/files/file-response.ts";
import { yieldToEventLoop } from "../core/limits/event-loop.ts";
import type { Call, Context, Deps } from "../core/rpc/context.ts";
import type { Operation } from "../core/rpc/operations.ts";
import { inboundMax } from "../modules/mail/public.ts";
import { DomainError } from "../shared/errors.ts";
import { contentDisposition, FILE_NAME_HEADER, fileNameIn } from "../shared/file-names.ts";
import type { Page } from "../shared/listing.ts";
import { readFile, readJson, readText, unreadableRequest } from "./body.ts";
import { withDeadline } from "./caller.ts";
import { compressed } from "./compression.ts";
import { methodNotAllowed, queryOf } from "./guards.ts";
import {
  type BaseHeaders,
  jsonResponse,
  jsonTextResponse,
  responseHeaders,
  withCaching,
} from "./responses.ts";
import type { Handler, Server } from "./sockets/server.ts";

/** The route of a request that reached nothing. */
export const UNKNOWN_ROUTE = "none";

export const nothingHere = async (): Promise<never> => {
  throw new DomainError("notFound", "There is nothing at this address");
};

/** A documented path with the operations of its methods. */
interface RestRoute {
  /** In the framework's form, `/api/cities/:id`. */
  readonly path: string;
  /** The name of the operation that a request would reach. */
  readonly routeOf: (method: string) => string;
  /** Throws 405 with the methods that the path allows. */
  readonly handle: Handler;
}

/** The routes of the operations; paths without parameters come first, as they win over those with one. */
export function restRoutesOf(server: Server): readonly RestRoute[] {
  const documented = server.operations.flatMap((operation) => (operation.rest ? [operation] : []));
  const byPath = [...Map.groupBy(documented, ({ rest }) => rest?.path ?? "")];
  return byPath
    .toSorted(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")))
    .map(([path, operations]) => routeAt(server, path, operations));
}

function routeAt({ callHeaders }: Server, path: string, operations: readonly Operation[]): RestRoute {
  const methods = new Map(operations.map((operation) => [operation.rest?.method, operation]));
  const operationOf = (method: string) => methods.get(method === "HEAD" ? "GET" : method);
  const names = path.split("/").flatMap((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined ? [] : [[index, name] as const];
  });
  return {
    path: path.replace(/\{(\w+)\}/g, ":$1"),
    routeOf: (method) => operationOf(method)?.path ?? UNKNOWN_ROUTE,
    async handle(c) {
      const { request } = c.env;
      const operation = operationOf(request.method);
      if (!operation) throw methodNotAllowed(operations.map(({ rest }) => rest?.method ?? ""));
      return handleRest(
        request,
        c.req.path,
        operation,
        valuesIn(c.req.path, names),
        c.get("context"),
        callHeaders,
      );
    },
  };
}

type PartName = readonly [index: number, name: string];

/** The parts of a path that have a name. Throws 400 on malformed percent-encoding. */
function valuesIn(path: string, names: readonly PartName[]): Record<string, string> {
  if (names.length === 0) return {};
  const parts = path.split("/");
  return Object.fromEntries(names.map(([index, name]) => [name, decodePathPart(parts[index] ?? "")]));
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
async function handleRest(
  request: Request,
  path: string,
  operation: Operation,
  values: Readonly<Record<string, string>>,
  context: Context,
  baseHeaders: BaseHeaders,
): Promise<Response> {
  const input = await inputOf(request, operation, values);
  const call = () => operation.call(context, input, context.call.signal);
  const result = await (operation.slow ? call() : withDeadline(call));
  if (operation.download)
    return downloadResponse(operation, result as AsyncIterable<string>, input, context.call, baseHeaders);
  if (operation.file === "sent") return fileResponse(result as FileResponse, context.call, baseHeaders);
  context.call.idleTimeout?.restore();
  const status = operation.rest?.status ?? 200;
  const headers = withCaching(baseHeaders, operation);
  const response = operation.list
    ? await listResponse(result as Page<unknown>, request, path, context.call, headers)
    : jsonResponse(headers, context.call, status, result);
  return operation.cacheFor > 0 ? compressed(request, response) : response;
}

async function inputOf(request: Request, operation: Operation, values: Readonly<Record<string, string>>) {
  if (!operation.isMutation) return { ...queryOf(request.url), ...values };
  if (operation.accepts !== null)
    return { ...queryOf(request.url), ...readFile(request, operation.accepts), ...values };
  if (operation.file === "received") {
    return { ...readFile(request), ...values, name: fileNameIn(request.headers.get(FILE_NAME_HEADER)) };
  }
  const body = await readJson(request);
  const { dryRun } = queryOf(request.url);
  const asked = dryRun === undefined ? {} : { dryRun }; // not left out: it would be done at once
  if (body === undefined) return { ...asked, ...values };
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw unreadableRequest();
  return { ...asked, ...body, ...values };
}

/** A list is sent as an array; its total and next cursor are in headers. */
async function listResponse(
  page: Page<unknown>,
  request: Request,
  path: string,
  call: Call,
  baseHeaders: BaseHeaders,
): Promise<Response> {
  call.responseHeaders.set("X-Total-Count", String(page.total));
  if (page.next !== null) {
    const { page: _, ...asked } = queryOf(request.url); // the cursor replaces the number of the page
    const query = new URLSearchParams({ ...asked, cursor: page.next });
    call.responseHeaders.set("Link", `<${path}?${query}>; rel="next"`);
  }
  return jsonTextResponse(baseHeaders, call, 200, await listBytes(page.items));
}

const LIST_STEP = 1_000_000; // characters that are written before others have their turn

/** The JSON of a list as bytes: 500 entries of the audit log take up to 15 MB, which are encoded in steps too. */
export async function listBytes(items: readonly unknown[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let text = "[";
  for (const [n, item] of items.entries()) {
    text += `${n === 0 ? "" : ","}${JSON.stringify(item)}`;
    if (text.length < LIST_STEP) continue;
    parts.push(Buffer.from(text));
    await yieldToEventLoop();
    text = "";
  }
  return Buffer.concat([...parts, Buffer.from(`${text}]`)]);
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

/** A stream of bytes, pulled by the reader; canceling it ends the source. Calls `ended` before it ends. */
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

interface Webhook {
  readonly operation: `public.${string}`;
  readonly summary: string;
  /** The headers that sign an event. */
  readonly headers: readonly string[];
  readonly inputOf: (payload: string, sent: Readonly<Record<string, string>>) => unknown;
  /** In bytes; `EVENT_MAX` if it is not given. */
  readonly bodyMax?: (deps: Deps, sent: Readonly<Record<string, string>>) => number;
}

/** The only paths that are exempt from the same-site check (docs/security.md CSR-07). */
export const WEBHOOKS: Readonly<Record<string, Webhook>> = {
  "/api/support/payment/webhook": {
    operation: "public.support.webhook",
    summary: "Receive a payment event from the gateway",
    headers: ["stripe-signature", "sandbox-signature"],
    inputOf: (payload, sent) => ({ payload, signature: Object.values(sent)[0] ?? "" }),
  },
  "/api/mail/events": {
    operation: "public.mail.events",
    summary: "Receive bounces and complaints from the mail provider",
    headers: ["authorization", "svix-id", "svix-timestamp", "svix-signature"],
    inputOf: (payload, headers) => ({ payload, headers }),
  },
  "/api/mail/inbound": {
    operation: "public.partnerships.receiveReply",
    summary: "Receive an email that came in from the mail provider",
    headers: ["authorization", "content-type"],
    inputOf: (payload, headers) => ({ payload, headers }),
    bodyMax: inboundMax,
  },
};

const EVENT_MAX = 256 * 1_024; // bytes

/** Passes the body on unparsed, because the signature covers its exact bytes. */
export const receive =
  ({ deps, callerOf, callHeaders }: Server, { operation, headers, inputOf, bodyMax }: Webhook): Handler =>
  async (c) => {
    const { request } = c.env;
    if (request.method !== "POST") throw methodNotAllowed(["POST"]);
    const named = headers.flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const sent = Object.fromEntries(named);
    const payload = await readText(request, bodyMax?.(deps, sent) ?? EVENT_MAX);
    const context = c.get("context");
    const result = await callerOf(context)(operation, inputOf(payload, sent));
    return jsonResponse(callHeaders, context.call, 200, result);
  };
