import { CliError, exitOf, RemoteError } from "../errors.ts";

/** A request that could not even be made is "unavailable". */
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

/** What a server answered to a call that failed; a gateway in front of it may answer in another form. */
export async function remoteErrorOf(response: Response): Promise<RemoteError> {
  const text = await response.text();
  const body = parseObject(text);
  const error =
    typeof body?.error === "string" ? body.error : `The server answered with status ${response.status}.`;
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

/** An answer's bytes as they come. Throws where the connection ends before the answer does. */
export async function* bodyChunks(response: Response): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of response.body ?? []) yield part as Uint8Array;
  } catch {
    throw new CliError("unavailable", "The connection broke off before everything had come.");
  }
}

/** An answer's lines as they come. */
export async function* bodyLines(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of bodyChunks(response)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
