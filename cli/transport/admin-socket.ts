import type { Operation } from "../../src/core/rpc/operations.ts";
import { type ProgressLine, sendOperation } from "../../src/http/admin-socket/client.ts";
import { CliError } from "../errors.ts";
import { operatorName } from "./operator-name.ts";
import { bodyChunks, bodyLines, fetchOrUnavailable, remoteErrorOf } from "./response.ts";
import type { Input, Transport } from "./transport.ts";

/** Calls operations in the server that owns the data directory. */
export function adminSocketTransport(unix: string): Transport {
  const send = async (operation: Operation, input: Input, reportProgress = false): Promise<Response> => {
    const options = { operator: operatorName(), reportProgress };
    const response = await fetchOrUnavailable("the server in the data directory", () =>
      sendOperation(unix, operation, input, options),
    );
    if (!response.ok) throw await remoteErrorOf(response);
    return response;
  };
  return {
    kind: "socket",
    async call(operation, input, progress) {
      if (progress && operation.upload !== null) {
        return followProgress(await send(operation, input, true), progress);
      }
      const { result } = (await (await send(operation, input)).json()) as { result: unknown };
      return result;
    },
    download: async (operation, input) => bodyChunks(await send(operation, input)),
    close: async () => {},
  };
}

/** Reports each progress line and returns the result in the last one. */
async function followProgress(response: Response, progress: (count: number) => void): Promise<unknown> {
  let last: ProgressLine = {};
  for await (const line of bodyLines(response)) {
    last = JSON.parse(line) as ProgressLine;
    if (last.progress !== undefined) progress(last.progress);
  }
  if (last.status === undefined) {
    throw new CliError("unavailable", "The connection broke off before the end.");
  }
  if (last.status >= 400) throw await remoteErrorOf(Response.json(last.body, { status: last.status }));
  return last.body?.result;
}
