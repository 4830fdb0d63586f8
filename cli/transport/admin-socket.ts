import type { Operation } from "../../src/core/rpc/operations.ts";
import { INPUT_HEADER, PROGRESS_HEADER } from "../../src/http/admin-socket/server.ts";
import { CliError } from "../errors.ts";
import { operatorName } from "./operator-name.ts";
import { bodyChunks, bodyLines, fetchOrUnavailable, remoteErrorOf } from "./response.ts";
import type { Input, Transport } from "./transport.ts";

const ORIGIN = "http://rihla"; // any: the socket is the address

/** Whether a server listens there; a killed one leaves its socket behind. */
export async function answers(unix: string): Promise<boolean> {
  try {
    await fetch(ORIGIN, { unix });
    return true;
  } catch {
    return false;
  }
}

/** Through the server that owns the data directory. */
export function adminSocketTransport(unix: string): Transport {
  const ask = async (
    operation: Operation,
    input: Input,
    more: Record<string, string> = {},
  ): Promise<Response> => {
    const { headers, body } = requestOf(operation, input);
    const init = { method: "POST", unix, timeout: false, body, headers: { ...headers, ...more } } as const;
    const response = await fetchOrUnavailable("the server in the data directory", () =>
      fetch(`${ORIGIN}/operations/${operation.path}`, init),
    );
    if (!response.ok) throw await remoteErrorOf(response);
    return response;
  };
  return {
    kind: "socket",
    async call(operation, input, progress) {
      if (progress && operation.upload !== null)
        return heard(await ask(operation, input, { [PROGRESS_HEADER]: "1" }), progress);
      const { result } = (await (await ask(operation, input)).json()) as { result: unknown };
      return result;
    },
    download: async (operation, input) => bodyChunks(await ask(operation, input)),
    close: async () => {},
  };
}

/** Follows the lines of an upload's answer to its last one. */
async function heard(response: Response, progress: (count: number) => void): Promise<unknown> {
  let last: { status?: number; body?: { result?: unknown } } = {};
  for await (const line of bodyLines(response)) {
    const read = JSON.parse(line) as typeof last & { progress?: number };
    if (read.progress !== undefined) progress(read.progress);
    else last = read;
  }
  if (last.status === undefined)
    throw new CliError("unavailable", "The connection broke off before the end.");
  if (last.status >= 400) throw await remoteErrorOf(Response.json(last.body, { status: last.status }));
  return last.body?.result;
}

function requestOf({ upload }: Operation, input: Input) {
  const operator = { "x-operator": operatorName() };
  if (upload === null) return { headers: operator, body: JSON.stringify(input) };
  const { [upload]: file, ...others } = input;
  return { headers: { ...operator, [INPUT_HEADER]: JSON.stringify(others) }, body: Bun.file(String(file)) };
}
