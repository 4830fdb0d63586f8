import { join, relative, resolve } from "node:path";
import type { Operation } from "../../core/rpc/operations.ts";

/** Holds the input as JSON where the body is an uploaded file. */
export const INPUT_HEADER = "x-input";
export const OPERATOR_HEADER = "x-operator";
/** Sent by a client that wants to follow the progress of an upload. */
export const PROGRESS_HEADER = "x-progress";
export const OPERATIONS_PATH = "/operations/";

/** A line of the response to an upload: progress, and last the status and body of the result or the failure. */
export interface ProgressLine {
  readonly progress?: number;
  readonly status?: number;
  readonly body?: { readonly result?: unknown };
}

const SOCKET_FILE = "rihla.sock";
const MAX_PATH_BYTES = 100; // the system's limit is 107
const ORIGIN = "http://rihla"; // any host: the socket is the address

/** The socket's path, absolute or relative, whichever is shorter; null if both are too long for the system. */
export function socketPath(dataDir: string, file = SOCKET_FILE): string | null {
  const absolute = resolve(dataDir, file);
  const fromHere = join(".", relative(process.cwd(), absolute));
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : null;
}

/** Whether a server listens on the socket: a killed server leaves its file behind. */
export async function isListening(unix: string): Promise<boolean> {
  try {
    await fetch(ORIGIN, { unix });
    return true;
  } catch {
    return false;
  }
}

interface SendOptions {
  readonly operator: string;
  /** If true, the response to an upload is a stream of `ProgressLine`s. */
  readonly reportProgress: boolean;
}

/** Sends an operation to the server on the socket. Rejects if no server listens. */
export function sendOperation(
  unix: string,
  { path, upload }: Operation,
  input: Readonly<Record<string, unknown>>,
  { operator, reportProgress }: SendOptions,
): Promise<Response> {
  const headers = { [OPERATOR_HEADER]: operator, ...(reportProgress && { [PROGRESS_HEADER]: "1" }) };
  const init = { method: "POST", unix, timeout: false } as const;
  const url = ORIGIN + OPERATIONS_PATH + path;
  if (upload === null) return fetch(url, { ...init, headers, body: JSON.stringify(input) });
  const { [upload]: file, ...rest } = input;
  return fetch(url, {
    ...init,
    headers: { ...headers, [INPUT_HEADER]: JSON.stringify(rest) },
    body: Bun.file(String(file)),
  });
}
