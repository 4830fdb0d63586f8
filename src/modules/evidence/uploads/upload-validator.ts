import pLimit from "p-limit";
import { createWorkerTask } from "../../../core/limits/worker-task.ts";
import { programFile } from "../../../env/program.ts";
import { seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
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
 * Validates one file at a time. The parts of the result are slices of `bytes`, which must be in shared memory.
 * A file that takes longer than `timeout` milliseconds is refused with 415.
 */
export function createUploadValidator(
  timeout: number = VALIDATION_TIMEOUT,
  start: () => Worker = startWorker,
): UploadValidator {
  const validate = createWorkerTask<ValidationRequest, ValidationReply>({
    start,
    timeout,
    onTimeout: tookTooLong,
  });
  const inLine = pLimit(1);
  return (name, bytes) => inLine(async () => fileIn(await validate({ name, bytes })));
}

/** `ref: false`: an idle worker must not keep the process alive. */
export const startWorker = (): Worker =>
  new Worker(programFile("src/modules/evidence/uploads/validate-file.worker.ts"), { smol: true, ref: false });

function fileIn(reply: ValidationReply): ValidFile {
  if ("file" in reply) return reply.file;
  if ("refused" in reply) throw new DomainError("unsupportedMediaType", reply.refused);
  throw new Error(reply.failed);
}

const tookTooLong = () =>
  new DomainError(
    "unsupportedMediaType",
    "This file takes too long to read. Please save it again as PDF, JPEG or PNG.",
  );
