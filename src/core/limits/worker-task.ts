import { minutes } from "../../shared/duration.ts";
import { withTimeout } from "../../shared/with-timeout.ts";

/** What a worker posts once it has loaded what it needs, before it takes its first request. */
export const READY = "ready";

const LOADING_TIMEOUT = minutes(1); // loading takes 0.2 s, and many times that on a busy machine

interface Options {
  readonly start: () => Worker;
  /** Milliseconds for one request, without the time in which the worker loads. */
  readonly timeout: number;
  readonly onTimeout: () => Error;
  /** Milliseconds after which an idle worker is ended; it stays if this is missing. */
  readonly idle?: number;
}

interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<void>;
}

/**
 * Runs work that would block the event loop in a separate thread, which starts with the first request. Callers must send one
 * request at a time. A worker that fails or exceeds its time is ended, and the next request starts a new one.
 */
export function createWorkerTask<Request, Reply>({ start, timeout, onTimeout, idle }: Options) {
  let current: Thread | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function end(thread: Thread | undefined): void {
    thread?.worker.terminate();
    if (current === thread) current = undefined;
  }

  return async (request: Request): Promise<Reply> => {
    clearTimeout(idleTimer);
    current ??= load(start());
    const thread = current;
    try {
      await withTimeout(thread.ready, LOADING_TIMEOUT, onTimeout);
      return await withTimeout(nextMessage<Reply>(thread.worker, request), timeout, onTimeout);
    } catch (error) {
      end(thread);
      throw error;
    } finally {
      if (idle !== undefined) {
        idleTimer = setTimeout(() => end(thread), idle);
        idleTimer.unref();
      }
    }
  };
}

function load(worker: Worker): Thread {
  return { worker, ready: nextMessage<unknown>(worker).then(() => undefined) };
}

function nextMessage<Message>(worker: Worker, request?: unknown): Promise<Message> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Message>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`A worker failed: ${message}`));
    if (request !== undefined) worker.postMessage(request);
  });
}
