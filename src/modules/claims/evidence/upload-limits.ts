import { minutes, seconds } from "../../../shared/duration.ts";
import { DomainError } from "../../../shared/errors.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import { EVIDENCE } from "../schema.ts";

/** On one instance; what waits for its sender costs a file and little memory. */
const AT_ONCE = 64;
const AT_ONCE_OF_ONE = 8;
/** Looked at whole, which takes some 50 ms of a file of 10 MiB (security UPL-02). */
const IN_MEMORY = 1;
/** A line of 2 KB/s sends a page of a scan in a few minutes. */
const SILENT_AT_MOST = seconds(30);
const IN_ALL_AT_MOST = minutes(30);

const uploading = new Map<string, number>();
let all = 0;

/** A place for one upload of this partner; give it back by calling the answer. Throws 503 where there is none. */
export function admitUpload(partnerId: string): () => void {
  const own = uploading.get(partnerId) ?? 0;
  if (own >= AT_ONCE_OF_ONE || all >= AT_ONCE) {
    throw new DomainError("unavailable", "Too many uploads at once. Please try again in a moment.", {
      retryAfter: 5,
    });
  }
  uploading.set(partnerId, own + 1);
  all += 1;
  return () => {
    const left = (uploading.get(partnerId) ?? 1) - 1;
    if (left > 0) uploading.set(partnerId, left);
    else uploading.delete(partnerId);
    all -= 1;
  };
}

/** Kept for the next file: what is allocated anew each time stays in the process for a while. */
const rooms: Buffer[] = [];
let inMemory = 0;
const waiting: (() => void)[] = [];

/** Lends `work` a buffer for one whole file, when few others have one. Nothing may look into it afterwards. */
export async function withRoom<T>(work: (room: Buffer) => Promise<T>): Promise<T> {
  if (inMemory >= IN_MEMORY) await new Promise<void>((go) => waiting.push(go));
  else inMemory += 1;
  const room = rooms.pop() ?? Buffer.alloc(EVIDENCE.fileBytes);
  try {
    return await work(room);
  } finally {
    rooms.push(room);
    const next = waiting.shift(); // it takes over this place
    if (next) next();
    else inMemory -= 1;
  }
}

const COLLECTED_AFTER = 8 * 1_024 * 1_024; // bytes
let passed = 0;

/**
 * Notes buffers that are of no more use. The collector counts the objects and not the bytes behind them: twenty
 * uploads at once would add up to hundreds of MiB before it looks.
 */
export function collectAfter(bytes: number): void {
  passed += bytes;
  if (passed < COLLECTED_AFTER) return;
  passed = 0;
  Bun.gc(true);
}

const tooSlow = () =>
  new DomainError("unavailable", "The upload stopped. Please try again.", { retryAfter: 1 });

/** What a sender sends, for as long as it sends at all. Throws 503 on silence, and where it never ends. */
export async function* patiently(sent: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = sent.getReader();
  const end = performance.now() + IN_ALL_AT_MOST;
  try {
    for (;;) {
      const part = await withTimeout(reader.read(), SILENT_AT_MOST, tooSlow);
      if (part.done) return;
      if (performance.now() > end) throw tooSlow();
      yield part.value;
    }
  } finally {
    reader.cancel().catch(() => {}); // a sender that has left has nothing to cancel
  }
}
