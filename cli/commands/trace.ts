import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { TracedItem } from "../../src/modules/audit/schema.ts";
import { requestIdsOf } from "../../src/shared/errors.ts";
import { CliError, EXIT, usageError } from "../errors.ts";
import { operationNamed } from "../operations.ts";
import { fieldsOf } from "../output/output.ts";
import { addShape, chosenFields, limitOf, type Row, type ShapeOptions, writeList } from "../output/shape.ts";
import type { Finish } from "../program.ts";
import { type Globals, withTransport } from "../run.ts";

interface TraceOptions extends Globals, ShapeOptions {
  readonly log?: string;
}

/** `trace`, whose `--log` is read on this machine; the audit entries and mails come from an operation. */
export function addTrace(program: Command, finish: Finish): void {
  const operation = operationNamed("admin.audit.trace");
  const command = program
    .command("trace <request-id>")
    .description("Show what is known about a request: audit entries, emails and log lines, oldest first")
    .option("--log <file>", "also show its lines of this JSON log; - reads stdin");
  addShape(command, operation);
  command.action(async (id: unknown) => {
    const options = command.optsWithGlobals<TraceOptions>();
    chosenFields(options, fieldsOf(operation)); // a wrong name is refused before the call
    await writeList(operation, await known(String(id), options), options);
    finish(EXIT.done);
  });
}

/** Throws a `CliError` with exit code 3 if nothing is known. */
async function known(id: string, options: TraceOptions): Promise<readonly Row[]> {
  const requestId = id.trim();
  const limit = limitOf(options);
  const items = await withTransport(options, "migrated", async (transport) => {
    const result = await transport.call(operationNamed("admin.audit.trace"), { requestId });
    return result as readonly TracedItem[];
  });
  const lines = options.log === undefined ? [] : await logLines(options.log, requestId);
  const rows = [...lines, ...items].sort((a, b) => timeOf(a) - timeOf(b));
  if (rows.length === 0) throw new CliError("notFound", "Nothing is known about this request.");
  return rows.slice(0, limit);
}

const timeOf = ({ at }: { readonly at: Date | string }): number => new Date(at).getTime(); // text over the network

interface LogItem extends Row {
  readonly at: Date;
}

/** Reads a log of any length a line at a time. What another program put before a line, such as a container's name, is skipped. */
async function logLines(file: string, requestId: string): Promise<readonly LogItem[]> {
  if (file !== "-" && !(await stat(file).catch(() => null))?.isFile())
    throw usageError(`There is no file ${file}.`);
  const input = file === "-" ? process.stdin : createReadStream(file);
  const found: LogItem[] = [];
  const ids = requestIdsOf(requestId);
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const item = ids.some((each) => text.includes(each)) ? logItem(text, ids) : null;
    if (item) found.push(item);
  }
  return found;
}

/** Null for a line of another request that only mentions this one, and for what is no JSON. */
function logItem(text: string, ids: readonly string[]): LogItem | null {
  const line = parsed(text.slice(text.indexOf("{")));
  if (line === null || !ids.includes(String(line.requestId))) return null;
  const { time, msg, method, route, subject, requestId: _, ...details } = line;
  const at = new Date(String(time));
  if (Number.isNaN(at.getTime())) return null;
  const event = msg ?? [method, route].filter((word) => word !== undefined).join(" ");
  return { at, source: "log", event, actor: null, subject: subject ?? null, id: null, details };
}

function parsed(text: string): Row | null {
  try {
    return JSON.parse(text) as Row | null;
  } catch {
    return null;
  }
}
