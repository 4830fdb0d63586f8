import { seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import type { ValidFile } from "./validate-file.ts";
import type { ValidationReply, ValidationRequest } from "./validate-file.worker.ts";

/** 10 MiB take about 50 ms; a file that takes a hundred times as long is an attack (docs/security.md UPL-02). */
const VALIDATION_TIMEOUT = seconds(5);

/** Runs `validateFile` in a separate thread, so that no file can block the server. */
export type UploadValidator = (name: string, bytes: Uint8Array) => Promise<ValidFile>;

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly validateUpload: UploadValidator;
  }
}

/**
 * Callers must run one at a time (see `withBuffer`). The parts of the result are slices of `bytes`, which must be in shared memory.
 * A worker that exceeds `timeout` milliseconds is ended, its file refused with 415, and the next file gets a new one.
 */
export function createUploadValidator(
  timeout: number = VALIDATION_TIMEOUT,
  start: () => Worker = startWorker,
): UploadValidator {
  let current: Worker | undefined;

  function end(worker: Worker): void {
    worker.terminate();
    if (current === worker) current = undefined;
  }

  return async (name, bytes) => {
    current ??= start();
    const worker = current;
    try {
      return fileIn(await withTimeout(replyOf(worker, { name, bytes }), timeout, tookTooLong));
    } catch (error) {
      if (!(error instanceof DomainError) || error.message === TOOK_TOO_LONG) end(worker);
      throw error;
    }
  };
}

/** `ref: false`: an idle worker must not keep the process alive. */
export const startWorker = (): Worker =>
  new Worker(new URL("./validate-file.worker.ts", import.meta.url), { smol: true, ref: false });

function replyOf(worker: Worker, request: ValidationRequest): Promise<ValidationReply> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ValidationReply>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`validation worker failed: ${message}`));
    worker.postMessage(request);
  });
}

function fileIn(reply: ValidationReply): ValidFile {
  if ("file" in reply) return reply.file;
  if ("refused" in reply) throw new DomainError("unsupportedMediaType", reply.refused);
  throw new Error(reply.failed);
}

const TOOK_TOO_LONG = "This file takes too long to read. Please save it again as PDF, JPEG or PNG.";
const tookTooLong = () => new DomainError("unsupportedMediaType", TOOK_TOO_LONG);
