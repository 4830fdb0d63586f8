import { z } from "zod";
import { cookieName } from "../core/auth/cookies.ts";
import { yieldToEventLoop } from "../core/limits/event-loop.ts";
import type { Operation } from "../core/rpc/operations.ts";
import type { Settings } from "../env.ts";
import { ERROR_KINDS, NARROW_CODES } from "../shared/errors.ts";
import { FILE_NAME_HEADER } from "../shared/file-names.ts";
import { checkReads } from "./guards.ts";
import { jsonTextResponse } from "./responses.ts";
import { WEBHOOKS } from "./rest.ts";
import type { Handler, Server } from "./sockets/server.ts";

type Json = Record<string, unknown>;

/** Makes the document at the first request for it, as that takes a fifth of the CPU of a start, and keeps its text. */
export function createOpenApi(operations: readonly Operation[], settings: Settings): () => Promise<string> {
  let text: Promise<string> | undefined;
  return () => {
    text ??= openApiOf(operations, settings).then((document) => JSON.stringify(document));
    return text;
  };
}

export function openApi({ deps, operations, callHeaders }: Server): Handler {
  const textOf = createOpenApi(operations, deps.settings);
  return async (c) => {
    checkReads(c.env.request);
    return jsonTextResponse(callHeaders, c.get("context").call, 200, await textOf());
  };
}

/** The OpenAPI 3.1 document of every REST call, derived from the procedures. Other requests are answered in between. */
async function openApiOf(operations: readonly Operation[], settings: Settings): Promise<Json> {
  const webhooks = Object.keys(WEBHOOKS).map((path) => [path, { post: webhookCallOf(path) }]);
  const paths: Record<string, Json> = Object.fromEntries(webhooks);
  for (const operation of operations) {
    if (!operation.rest) continue;
    const { path, method } = operation.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: callOf(operation) };
    await yieldToEventLoop();
  }
  return {
    openapi: "3.1.0",
    info: { title: `${settings.brand.name} API`, version: "1" },
    servers: [{ url: settings.publicUrl.origin }],
    paths,
    components: { schemas: { Failure: FAILURE }, securitySchemes: schemesOf(settings) },
  };
}

const RECEIVED_KINDS = Object.values(ERROR_KINDS).filter((kind) => kind !== ERROR_KINDS.disconnected);

const FAILURE: Json = {
  type: "object",
  required: ["error", "code", "requestId"],
  properties: {
    error: { type: "string", description: "A sentence that is safe to show" },
    code: { enum: [...RECEIVED_KINDS.map((kind) => kind.code), ...NARROW_CODES] },
    fields: { type: "object", additionalProperties: { type: "string" } },
    requestId: { type: "string" },
  },
};

const schemesOf = (settings: Settings): Json => ({
  staffSession: { type: "apiKey", in: "cookie", name: cookieName(settings, "staff_session") },
  staffBasic: { type: "http", scheme: "basic" },
  staffCode: {
    type: "apiKey",
    in: "header",
    name: "X-MFA-Token",
    description: "A current 6-digit code, sent along with Basic if the account has MFA",
  },
  staffToken: {
    type: "http",
    scheme: "bearer",
    description: "An API token. It opens the calls of its scopes, as far as its owner's role does",
  },
  partnerSession: { type: "apiKey", in: "cookie", name: cookieName(settings, "partner_session") },
});

function securityOf({ guard, scopes }: Operation): Json[] {
  if (guard.kind === "staff") {
    const byToken = scopes.length > 0 ? [{ staffToken: scopes }] : [];
    return [{ staffSession: [] }, { staffBasic: [] }, { staffBasic: [], staffCode: [] }, ...byToken];
  }
  return guard.kind === "partner" ? [{ partnerSession: [] }] : [];
}

function callOf(operation: Operation): Json {
  const { rest, input } = operation;
  const pathNames = new Set([...(rest?.path ?? "").matchAll(/\{(\w+)\}/g)].map((each) => each[1] ?? ""));
  const schema = input ? schemaOf(input, "input") : undefined;
  return {
    operationId: operation.path,
    summary: operation.summary,
    security: securityOf(operation),
    parameters: [...inputParameters(operation, schema, pathNames), ...fileParameters(operation)],
    ...(operation.isMutation && schema && { requestBody: requestBodyOf(operation, schema, pathNames) }),
    responses: {
      [rest?.status ?? 200]: successOf(operation),
      default: { description: "A failure", content: json({ $ref: "#/components/schemas/Failure" }) },
    },
  };
}

const json = (schema: Json): Json => ({ "application/json": { schema } });

/** Documented by hand: the body is signed bytes, not the JSON input of a procedure. */
const webhookCallOf = (path: string): Json => ({
  operationId: WEBHOOKS[path]?.operation,
  summary: WEBHOOKS[path]?.summary,
  security: [],
  parameters: WEBHOOKS[path]?.headers.map((name) => ({
    name,
    in: "header",
    required: false,
    schema: { type: "string" },
  })),
  requestBody: { required: true, content: json({ type: "object" }) },
  responses: {
    200: { description: "The event was processed, now or before", content: json({ type: "object" }) },
    default: { description: "A failure", content: json({ $ref: "#/components/schemas/Failure" }) },
  },
});

const FILE: Json = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

/** With a file, the input is in the query. */
function inputParameters(
  { isMutation, accepts }: Operation,
  schema: Json | undefined,
  names: ReadonlySet<string>,
): Json[] {
  const parameters = parametersOf(schema, names, isMutation && accepts === null);
  return accepts === null ? parameters : parameters.filter(({ name }) => !FILE_INPUTS.has(String(name)));
}
const FILE_INPUTS = new Set(["file", "size"]);

function fileParameters({ file, accepts }: Operation): Json[] {
  if (file !== "received" || accepts !== null) return [];
  const description = "The file's name, percent-encoded";
  return [{ name: FILE_NAME_HEADER, in: "header", required: true, description, schema: { type: "string" } }];
}

function requestBodyOf({ file, accepts }: Operation, schema: Json, pathNames: ReadonlySet<string>): Json {
  if (accepts !== null) return { required: true, content: { [accepts]: { schema: { type: "string" } } } };
  return file === "received" ? { required: true, content: FILE } : bodyOf(schema, pathNames);
}

function successOf({ output, list, download, file, summary }: Operation): Json {
  if (file === "sent") return { description: summary, content: FILE };
  if (download?.endsWith(".json")) return { description: summary, content: json({ type: "object" }) };
  if (download) return { description: summary, content: { "text/csv": { schema: { type: "string" } } } };
  if (!output) return { description: summary };
  const schema = schemaOf(output, "output");
  const items = list ? (schema.properties as Json | undefined)?.items : undefined;
  return { description: summary, content: json((items as Json | undefined) ?? schema) };
}

function propertiesOf(schema: Json | undefined): [string, Json][] {
  return Object.entries((schema?.properties ?? {}) as Record<string, Json>);
}

function parametersOf(schema: Json | undefined, pathNames: ReadonlySet<string>, isMutation: boolean): Json[] {
  const required = new Set(schema?.required as string[] | undefined);
  return propertiesOf(schema)
    .filter(([name]) => pathNames.has(name) || !isMutation)
    .map(([name, property]) => ({
      name,
      in: pathNames.has(name) ? "path" : "query",
      required: pathNames.has(name) || required.has(name),
      schema: property,
    }));
}

function bodyOf(schema: Json, pathNames: ReadonlySet<string>): Json {
  const properties = Object.fromEntries(propertiesOf(schema).filter(([name]) => !pathNames.has(name)));
  const required = ((schema.required ?? []) as string[]).filter((name) => !pathNames.has(name));
  return { required: required.length > 0, content: json({ type: "object", properties, required }) };
}

/** Times are strings over REST; types that JSON Schema cannot express stay unconstrained. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type !== "date") return;
      jsonSchema.type = "string";
      jsonSchema.format = "date-time";
    },
  }) as Json;
  return rest;
}
