import pLimit from "p-limit";
import { type ClientNetwork, networksOf } from "../../../core/limits/client-networks.ts";
import { DomainError } from "../../../shared/errors.ts";
import { EVIDENCE } from "./schema.ts";

/** The limit of one instance; an upload that waits for its sender costs a file on disk and little memory. */
const MAX_UPLOADS = 64;
/**
 * The part of the free slots that one client address may use: 24 if it is alone, for an office with many partners, and
 * fewer the fuller it gets, so that a few addresses with many accounts cannot take every slot.
 */
const SHARE_OF_ADDRESS = 0.6;
/** The last free slots, of which an address gets one. */
const LAST_SLOTS = 16;
/** Photos of visitors that wait for their senders: fewer, as they need no account, and apart, so that partners have theirs. */
const MAX_VISITORS = 16;
/** Of a /24 of IPv4, a /64 and a /56; a /48 may send twice as many. */
const VISITORS_OF_NETWORK = 2;
/** Of partners, and as many of visitors. Validating 10 MiB takes about 50 ms (docs/security.md UPL-02). */
const FILES_IN_MEMORY = 1;

/** Limits the memory and files that uploads use in this process. */
export interface UploadLimits {
  /**
   * Counts an upload of this partner, and of this client address, until the returned function is called. Throws 503 if
   * there are too many.
   */
  begin(partnerId: string, address: string | null): () => void;
  /** Counts a photo of a visitor, and of the networks of this address, likewise. */
  beginVisitor(address: string | null): () => void;
  /**
   * Runs `work` with a buffer for one whole file, which it must not use afterwards. The others wait in line: partners and
   * visitors each in their own, as a file keeps its buffer until the file store has it.
   */
  withBuffer<T>(of: "partners" | "visitors", work: (buffer: Buffer) => Promise<T>): Promise<T>;
}

declare module "../../../core/rpc/context.ts" {
  interface State {
    readonly uploads: UploadLimits;
  }
}

export function createUploadLimits(): UploadLimits {
  const ofPartner = createCounter();
  const ofAddress = createCounter();
  const lines = { partners: createLine(), visitors: createLine() };
  const ofNetwork = createCounter();
  let total = 0;
  let visitors = 0;
  return {
    begin(partnerId, address) {
      const client = address ?? "none";
      const isFull = ofAddress.count(client) >= shareOf(MAX_UPLOADS - total);
      if (isFull || ofPartner.count(partnerId) >= EVIDENCE.parallelUploads) throw tooManyUploads();
      ofPartner.add(partnerId, 1);
      ofAddress.add(client, 1);
      total += 1;
      return () => {
        ofPartner.add(partnerId, -1);
        ofAddress.add(client, -1);
        total -= 1;
      };
    },
    beginVisitor(address) {
      const networks = networksOfVisitor(address);
      const isFull = networks.some(({ name, times }) => ofNetwork.count(name) >= times * VISITORS_OF_NETWORK);
      if (isFull || visitors >= MAX_VISITORS) throw tooManyUploads();
      for (const { name } of networks) ofNetwork.add(name, 1);
      visitors += 1;
      return () => {
        for (const { name } of networks) ofNetwork.add(name, -1);
        visitors -= 1;
      };
    },
    withBuffer: (of, work) => lines[of](work),
  };
}

function createLine() {
  const inMemory = pLimit(FILES_IN_MEMORY);
  const buffers: Buffer[] = []; // reused, because a process is slow to return freed memory
  return <T>(work: (buffer: Buffer) => Promise<T>): Promise<T> =>
    inMemory(async () => {
      // shared, so that the worker that validates the file reads it without a copy
      const buffer = buffers.pop() ?? Buffer.from(new SharedArrayBuffer(EVIDENCE.fileBytes));
      return work(buffer).finally(() => buffers.push(buffer));
    });
}

/** Many addresses cost little: who has one of IPv6 has a /56, and some have a /24. */
const networksOfVisitor = (address: string | null): readonly ClientNetwork[] =>
  networksOf(address, [1, 2]).map(({ name, times }) => ({ name: name.replace(/\.\d+$/, ".0/24"), times }));

/** The most uploads of one address while this many slots are free. */
function shareOf(free: number): number {
  if (free <= LAST_SLOTS) return Math.min(free, 1);
  return Math.ceil(free * SHARE_OF_ADDRESS);
}

function createCounter() {
  const counts = new Map<string, number>();
  const count = (key: string): number => counts.get(key) ?? 0;
  return {
    count,
    add(key: string, change: 1 | -1): void {
      const changed = count(key) + change;
      if (changed > 0) counts.set(key, changed);
      else counts.delete(key);
    },
  };
}

const tooManyUploads = () =>
  new DomainError("unavailable", "Too many uploads at once. Please try again in a moment.", {
    retryAfter: 5,
  });
