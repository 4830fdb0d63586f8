import { READY } from "../../../core/limits/worker-task.ts";
import { DomainError } from "../../../shared/errors.ts";
import { type ValidFile, validateFile } from "./validate-file.ts";

/** One file to validate; `bytes` lie in shared memory. */
export interface ValidationRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An error loses its class between threads, so a refusal crosses as its message. */
export type ValidationReply =
  | { readonly file: ValidFile }
  | { readonly refused: string }
  | { readonly failed: string };

declare const self: Worker;

self.onmessage = ({ data: { name, bytes } }: MessageEvent<ValidationRequest>) => {
  self.postMessage(replyTo(name, bytes));
};

function replyTo(name: string, bytes: Uint8Array): ValidationReply {
  try {
    return { file: validateFile(name, bytes) };
  } catch (error) {
    if (error instanceof DomainError) return { refused: error.message };
    return { failed: error instanceof Error ? `${error.name}: ${error.stack}` : "unknown error" };
  }
}

self.postMessage(READY);
