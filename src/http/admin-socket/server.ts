import { rm, writeFile } from "node:fs/promises";
import { tempFilePath } from "../../core/files/temp-file.ts";
import type { Call, Context, OperatorPrincipal } from "../../core/rpc/context.ts";
import type { Operation } from "../../core/rpc/operations.ts";
import type { Settings } from "../../env.ts";
import { DomainError } from "../../shared/errors.ts";
import { waitAtMost } from "../../shared/with-timeout.ts";
import { errorResponse, jsonResponse } from "../responses.ts";
import { toByteStream } from "../rest.ts";

/** Where a server listens for its own operators: inside the data directory, for its owner alone. */
export const SOCKET_FILE = "rihla.sock";
/** JSON, where the body is a file. */
export const INPUT_HEADER = "x-input";
/** Sent by whoever wants to hear how far an upload is. */
export const PROGRESS_HEADER = "x-progress";
const CALL_PATH = "/operations/";
const TOLD_EVERY = 200; // milliseconds

/**
 * The operators' door. Whoever can open the socket owns the data directory, so it asks for no password.
 * `POST /operations/{path}` with the input as JSON; downloads are streamed.
 */
export function createAdminSocketHandler(
  operations: readonly Operation[],
  contextOf: (call: Call) => Context,
  settings: Pick<Settings, "databaseUrl" | "dataDir">,
): (request: Request) => Promise<Response> {
  const byPath = new Map(operations.map((operation) => [operation.path, operation]));
  return async (request) => {
    const call = socketCall(request);
    try {
      const path = new URL(request.url).pathname;
      const operation = byPath.get(path.slice(CALL_PATH.length));
      if (!operation || !path.startsWith(CALL_PATH)) throw new DomainError("notFound", "No such operation");
      const run = (input: unknown) => operation.call(contextOf(call), input, request.signal);
      if (operation.upload) return await uploadAnswer(request, operation, contextOf, call, settings);
      const result = await run(await request.json());
      return operation.download
        ? new Response(toByteStream(result as AsyncIterable<string>))
        : resultAnswer(call, result);
    } catch (error) {
      return errorResponse({}, contextOf(call), error);
    }
  };
}

const resultAnswer = (call: Call, result: unknown) => jsonResponse({}, call, 200, { result: result ?? null });

/**
 * Where the caller wants to hear how far it is, the answer is lines: `{"progress":1000}` now and then, and last the
 * result or the failure.
 */
async function uploadAnswer(
  request: Request,
  operation: Operation,
  contextOf: (call: Call) => Context,
  call: Call,
  settings: Pick<Settings, "databaseUrl" | "dataDir">,
): Promise<Response> {
  const field = operation.upload ?? "";
  const run = (heard: Call) =>
    withUpload(request, field, settings, (input) => operation.call(contextOf(heard), input, request.signal));
  if (!request.headers.has(PROGRESS_HEADER)) return resultAnswer(call, await run(call));
  return new Response(toByteStream(progressLines(contextOf(call), run)));
}

async function* progressLines(
  context: Context,
  run: (call: Call) => Promise<unknown>,
): AsyncGenerator<string> {
  const { call } = context;
  let [count, told, over] = [0, 0, false];
  const progress = (now: number) => {
    count = now;
  };
  const end = run({ ...call, progress })
    .then((result) => resultAnswer(call, result))
    .catch((error: unknown) => errorResponse({}, context, error))
    .finally(() => {
      over = true;
    });
  while (!over) {
    await waitAtMost(end, TOLD_EVERY);
    if (count === told) continue;
    told = count;
    yield `${JSON.stringify({ progress: count })}\n`;
  }
  const answer = await end;
  yield `${JSON.stringify({ status: answer.status, body: await answer.json() })}\n`;
}

/** The body is a file, which is kept for the length of the call; the rest of the input stands in a header. */
async function withUpload(
  request: Request,
  field: string,
  settings: Pick<Settings, "databaseUrl" | "dataDir">,
  run: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const others = JSON.parse(request.headers.get(INPUT_HEADER) ?? "{}") as Record<string, unknown>;
  const spool = tempFilePath(settings);
  try {
    await writeFile(spool, request.body ?? "", { mode: 0o600, flag: "wx" });
    return await run({ ...others, [field]: spool });
  } finally {
    await rm(spool, { force: true });
  }
}

function socketCall(request: Request): Call {
  const name = request.headers.get("x-operator")?.slice(0, 100) ?? "operator";
  const principal: OperatorPrincipal = { kind: "operator", name };
  return { ...operatorCall("socket", principal), signal: request.signal };
}

/** A call of whoever runs the machine. */
export const operatorCall = (transport: "socket" | "cli", principal: OperatorPrincipal): Call => ({
  requestId: crypto.randomUUID(),
  transport,
  address: null,
  userAgent: null,
  credentials: { staffToken: undefined, partnerToken: undefined, device: undefined, basic: undefined },
  principal,
  responseHeaders: new Headers(),
  invocations: [],
});
