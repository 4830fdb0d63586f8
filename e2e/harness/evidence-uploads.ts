import type { HostileFile } from "../../src/testing/hostile-files.ts";
import type { HealthAnswers } from "./health-poller.worker.ts";
import type { SignedIn } from "./partners.ts";

const TIMEOUT = 60_000; // milliseconds

export interface UploadAnswer {
  readonly kind: string;
  /** Null if the connection was lost before a response. */
  readonly status: number | null;
  readonly error: unknown;
}

export interface UploadRun {
  readonly answers: readonly UploadAnswer[];
  readonly health: HealthAnswers;
}

export const uploadHeaders = ({ cookie }: SignedIn, name = "license.pdf") => ({
  Cookie: cookie,
  "Content-Type": "application/octet-stream",
  "X-File-Name": name,
});

/** Uploads the files, one at a time for each partner, while another thread polls `/healthz`. */
export async function uploadAll(
  url: string,
  partners: readonly SignedIn[],
  files: readonly HostileFile[],
): Promise<UploadRun> {
  const endPolling = startPolling(`${url}/healthz`);
  const answers = await Promise.all(
    partners.map(async (by, index) => {
      const own = files.filter((_, each) => each % partners.length === index);
      return Array.fromAsync(own, (file) => upload(url, by, file));
    }),
  );
  return { answers: answers.flat(), health: await endPolling() };
}

async function upload(url: string, by: SignedIn, { kind, name, bytes }: HostileFile): Promise<UploadAnswer> {
  const request = { method: "POST", headers: uploadHeaders(by, name), body: new Uint8Array(bytes) };
  try {
    const answer = await fetch(`${url}/partner/api/evidence`, {
      ...request,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const { error } = (await answer.json()) as { error?: unknown };
    return { kind, status: answer.status, error };
  } catch {
    return { kind, status: null, error: undefined };
  }
}

/** Polls in a separate thread, so that sending the files does not delay the measurement. */
function startPolling(url: string): () => Promise<HealthAnswers> {
  const poller = new Worker(new URL("./health-poller.worker.ts", import.meta.url));
  const answers = new Promise<HealthAnswers>((resolve) => {
    poller.onmessage = ({ data }: MessageEvent<HealthAnswers>) => resolve(data);
  });
  poller.postMessage(url);
  return async () => {
    poller.postMessage("end");
    return answers.finally(() => poller.terminate());
  };
}
