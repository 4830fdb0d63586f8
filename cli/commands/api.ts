import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { Operation } from "../../src/core/rpc/operations.ts";
import type { Page } from "../../src/shared/listing.ts";
import { EXIT, usageError } from "../errors.ts";
import { OPERATIONS } from "../operations.ts";
import { note, writeJson } from "../output/output.ts";
import type { Finish } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";
import { writeToStdout } from "../transport/download.ts";
import type { Input } from "../transport/transport.ts";

interface Options extends Globals {
  readonly input?: string;
}

/** `api`: any documented path, also of a server that is asked over the admin socket or not running at all. */
export function addApi(program: Command, finish: Finish): void {
  const command = program
    .command("api <method> <path>")
    .description("Call a documented REST path and print its answer, for pipes such as | jq")
    .option("--input <file>", "read the JSON of the body from a file or from stdin (-)");
  command.action(async (method: string, path: string) => {
    await callPath(method.toUpperCase(), path, command.optsWithGlobals<Options>());
    finish(EXIT.done);
  });
}

async function callPath(method: string, address: string, options: Options): Promise<void> {
  const url = URL.parse(address, "http://rihla");
  if (!address.startsWith("/") || url === null)
    throw usageError("The path must begin with /, such as /api/admin/waitlist?limit=5.");
  const { operation, values } = reached(method, url.pathname);
  const body = operation.isMutation ? await bodyOf(operation, options.input) : {};
  const input = { ...Object.fromEntries(url.searchParams), ...body, ...values };
  await withTransport(options, "migrated", async (transport) => {
    if (operation.download !== null || operation.file === "sent")
      return writeToStdout(await transport.download(operation, input));
    const result = await transport.call(operation, input);
    if (!operation.list) return writeJson(result ?? null);
    const { items, total, next } = result as Page<unknown>;
    await writeJson(items);
    if (next !== null) note(`${items.length} of ${total}. For more, add cursor=${encodeURIComponent(next)}.`);
  });
}

interface Reached {
  readonly operation: Operation;
  /** Of the parameters in the path. */
  readonly values: Input;
}

/** The operation of a method and path: one without parameters wins, as on the server. */
function reached(method: string, path: string): Reached {
  const found = OPERATIONS.flatMap((operation) => {
    const values = operation.rest === null ? null : valuesIn(operation.rest.path, path);
    return values === null ? [] : [{ operation, values }];
  }).toSorted((a, b) => Object.keys(a.values).length - Object.keys(b.values).length);
  const match = found.find(({ operation }) => operation.rest?.method === method);
  if (match) return match;
  const methods = found.map(({ operation }) => operation.rest?.method).join(", ");
  throw usageError(
    methods === ""
      ? `${path} is not a documented path; /api/openapi.json lists them all.`
      : `${path} takes ${methods}, not ${method}.`,
  );
}

/** Null unless the path has the form of the documented one. */
function valuesIn(documented: string, path: string): Record<string, string> | null {
  const [names, parts] = [documented.split("/"), path.split("/")];
  if (names.length !== parts.length) return null;
  const values: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const parameter = /^\{(\w+)\}$/.exec(name)?.[1];
    const part = parts[at] ?? "";
    if (parameter === undefined && name !== part) return null;
    if (parameter !== undefined) values[parameter] = decoded(part);
  }
  return values;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw usageError(`${part} in the path is no encoded text: write % as %25.`);
  }
}

async function bodyOf({ accepts, upload, file }: Operation, path: string | undefined): Promise<Input> {
  if (accepts !== null || upload !== null || file === "received")
    throw usageError("This path takes a file: use the command of its own, such as `poi import`.");
  if (path === undefined) return {};
  const text = path === "-" ? await Bun.stdin.text() : await readFile(path, "utf8").catch(() => null);
  if (text === null) throw usageError(`${path} cannot be read.`);
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Input;
  } catch {
    // the same refusal
  }
  throw usageError(`${path === "-" ? "stdin" : path} must hold one JSON object.`);
}
