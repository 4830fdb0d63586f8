import { CliError, exitOf, RemoteError } from "../errors.ts";

/** Sends a request. A connection failure becomes "unavailable". */
export async function fetchOrUnavailable(
  target: string,
  request: () => Promise<Response>,
): Promise<Response> {
  try {
    return await request();
  } catch {
    throw new CliError("unavailable", `Could not reach ${target}.`);
  }
}

/** The error in a failed response. A proxy in front of the server may respond in another format. */
export async function remoteErrorOf(response: Response): Promise<RemoteError> {
  const text = await response.text();
  const body = parseObject(text);
  const error =
    typeof body?.error === "string" ? body.error : `The server responded with status ${response.status}.`;
  const code = typeof body?.code === "string" ? body.code : "UNKNOWN";
  return new RemoteError({ exit: exitOf(code, response.status), body: { ...body, error, code } });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A response's bytes as they arrive. Throws if the connection ends early. */
export async function* bodyChunks(response: Response): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body ?? []) yield chunk as Uint8Array;
  } catch {
    throw new CliError("unavailable", "The connection ended before the response was complete.");
  }
}

/** A response's lines as they arrive. */
export async function* bodyLines(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bodyChunks(response)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
