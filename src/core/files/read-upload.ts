import { seconds } from "../../shared/duration.ts";
import { DomainError } from "../../shared/errors.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

/** The size of an uploaded file. */
export const UPLOAD_BYTES = 10 * 1_024 * 1_024;

// A very slow sender would hold its upload slot for hours (docs/security.md RAT-07). At the lowest rate, 10 MiB
// take 21 minutes.
const MAX_SILENCE = seconds(30);
const RATE_GRACE = seconds(10);
const MIN_RATE = 8 * 1_024; // bytes per second, on average

interface UploadLimits {
  /** Milliseconds. */
  readonly longest?: number | undefined;
  /** Bytes. */
  readonly max?: number | undefined;
  readonly now?: () => number;
}

/**
 * The bytes of an upload as they arrive. Throws 413 above `max`, or 10 MiB; 503 after 30 s of silence, below 8 KiB/s and after
 * `longest` milliseconds; 499 if the sender disconnects.
 */
export async function* readUpload(
  stream: ReadableStream<Uint8Array>,
  {
    longest = Number.POSITIVE_INFINITY,
    max = UPLOAD_BYTES,
    now = () => performance.now(),
  }: UploadLimits = {},
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const started = now();
  let size = 0;
  try {
    for (;;) {
      const next = reader.read().catch(() => Promise.reject(disconnected()));
      const left = Math.max(1, started + longest - now());
      const chunk = await withTimeout(next, Math.min(MAX_SILENCE, left), stopped);
      if (chunk.done) return;
      size += chunk.value.length;
      const elapsed = now() - started;
      if (elapsed > longest) throw stopped();
      if (elapsed > RATE_GRACE && size < (elapsed / seconds(1)) * MIN_RATE) throw stopped();
      if (size > max) throw tooLarge(max);
      yield chunk.value;
    }
  } finally {
    reader.cancel().catch(() => {}); // a client that has disconnected has nothing to cancel
  }
}

export const tooLarge = (max = UPLOAD_BYTES) =>
  new DomainError("tooLarge", `A file may have at most ${max / (1_024 * 1_024)} MiB`);

const STOPPED = "The upload stopped. Please try again.";
const stopped = () => new DomainError("unavailable", STOPPED, { retryAfter: 1 });
const disconnected = () => new DomainError("disconnected", STOPPED);
