import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { createWorkerTask } from "../../../../core/limits/worker-task.ts";
import { programFile } from "../../../../env/program.ts";
import { minutes, seconds } from "../../../../shared/duration.ts";
import { DomainError } from "../../../../shared/errors.ts";
import type { CardReply } from "./render-card.worker.ts";

/** Renders the picture of an SVG, in a separate thread. Throws 503 if too many wait. */
export type CardRenderer = (svg: string) => Promise<Uint8Array>;

declare module "../../../../core/rpc/context.ts" {
  interface State {
    readonly renderCard: CardRenderer;
  }
}

const MAX_CACHED = 200; // pictures in memory: about 35 KB each
const MAX_WAITING = 20; // one takes about 50 ms
const TIMEOUT = seconds(5);
const IDLE = minutes(1); // the worker takes about 40 MB, which are given back after this

/** One picture at a time, as the renderer keeps a core busy; the same picture is rendered once. */
export function createCardRenderer(start: () => Worker = startWorker): CardRenderer {
  const cache = new LRUCache<string, Uint8Array>({ max: MAX_CACHED });
  const pending = new Map<string, Promise<Uint8Array>>();
  const oneByOne = pLimit(1);
  const draw = createWorkerTask<string, CardReply>({
    start,
    timeout: TIMEOUT,
    onTimeout: tooSlow,
    idle: IDLE,
  });

  async function render(svg: string): Promise<Uint8Array> {
    const reply = await draw(svg);
    if ("failed" in reply) throw new Error(reply.failed);
    return reply.png;
  }

  return async (svg) => {
    const known = cache.get(svg) ?? pending.get(svg);
    if (known) return known;
    if (oneByOne.pendingCount >= MAX_WAITING) throw tooBusy();
    const picture = oneByOne(() => render(svg));
    pending.set(svg, picture);
    try {
      cache.set(svg, await picture);
      return await picture;
    } finally {
      pending.delete(svg);
    }
  };
}

const startWorker = (): Worker =>
  new Worker(programFile("src/modules/directory/pages/card/render-card.worker.ts"), {
    smol: true,
    ref: false,
  });

const BUSY = "We are very busy right now. Please try again.";
const tooBusy = () => new DomainError("unavailable", BUSY, { retryAfter: 2 });
const tooSlow = () => new DomainError("unavailable", BUSY, { retryAfter: 5 });
