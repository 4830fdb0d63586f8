import { use } from "react";
import { z } from "zod";
import { statusLine } from "./errors.ts";
import { RecoveryContext } from "./session/recovery.ts";

const refused = z.object({ error: z.string(), fields: z.record(z.string(), z.string()).default({}) });

/** The server refused the file, or was not reached: then without a status. Its message is what a person reads. */
export class NotSent extends Error {
  override readonly name = "NotSent";

  constructor(
    message: string,
    readonly status: number | null,
    /** What is wrong with what was sent besides the file. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** The message without the status before it. */
    readonly sentence = message,
  ) {
    super(message);
  }
}

export interface Sending {
  /** The answer's body; throws `NotSent`. */
  readonly answer: Promise<unknown>;
  readonly abort: () => void;
}

interface SendOptions {
  readonly url: string;
  readonly file: Blob;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of bytes sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Shown where the server did not respond. */
  readonly unreached: string;
  /** Runs the upload when its turn comes. */
  readonly inTurn: (send: () => Promise<void>) => Promise<void>;
}

/** Posts a file as the body. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export function uploadFile({ url, file, headers, onProgress, unreached, inTurn }: SendOptions): Sending {
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  request.open("POST", url);
  request.responseType = "json";
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  request.onload = () => {
    if (request.status < 300) return resolve(request.response);
    const { data } = refused.safeParse(request.response);
    const why = data ? `${request.status}: ${data.error}` : statusLine(request);
    reject(new NotSent(why, request.status, data?.fields, data?.error));
  };
  request.onerror = () => reject(new NotSent(unreached, null));
  let aborted = false;
  void inTurn(async () => {
    if (aborted) return;
    request.send(file);
    await promise.catch(() => undefined);
  });
  const abort = () => {
    aborted = true;
    request.abort();
    reject(new NotSent(unreached, null)); // a request that was not sent yet reports no abort
  };
  return { answer: promise, abort };
}

interface Upload {
  readonly url: string;
  readonly file: Blob;
  /** The share of bytes sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Posts a file, by default a CSV file; again once a person whose session ended has signed in. Throws `NotSent`. */
export function useUpload(unreached: string, type = "text/csv") {
  const recovery = use(RecoveryContext);
  return async function send({ url, file, onProgress = () => {} }: Upload): Promise<unknown> {
    const headers = { "Content-Type": type };
    try {
      return await uploadFile({ url, file, headers, onProgress, unreached, inTurn: (run) => run() }).answer;
    } catch (error) {
      const isSignedOut = error instanceof NotSent && error.status === 401;
      if (isSignedOut && (await recovery.current?.signIn(true))) return send({ url, file, onProgress });
      throw error;
    }
  };
}
