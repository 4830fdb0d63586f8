import { minutes, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { EVIDENCE } from "../schema.ts";

/** At 2 KB/s, a scanned page takes a few minutes. */
const MAX_SILENCE = seconds(30);
const MAX_DURATION = minutes(30);

/** The bytes of an upload as they arrive. Throws 413 over 10 MiB, 503 on 30 s of silence or after 30 minutes. */
export async function* readUpload(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const end = performance.now() + MAX_DURATION;
  let size = 0;
  try {
    for (;;) {
      const chunk = await withTimeout(reader.read(), MAX_SILENCE, tooSlow);
      if (chunk.done) return;
      if (performance.now() > end) throw tooSlow();
      size += chunk.value.length;
      if (size > EVIDENCE.fileBytes) throw tooLarge();
      yield chunk.value;
    }
  } finally {
    reader.cancel().catch(() => {}); // a client that has disconnected has nothing to cancel
  }
}

export const tooLarge = () => new DomainError("tooLarge", "A file may have at most 10 MiB");

const tooSlow = () =>
  new DomainError("unavailable", "The upload stopped. Please try again.", { retryAfter: 1 });
