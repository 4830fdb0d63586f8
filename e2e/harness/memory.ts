import type { Server } from "./server.ts";

const MEBIBYTE = 1_024 * 1_024;
const LOOK_EVERY = 20; // milliseconds

/** The maximum growth of the server's memory during `work`, in MiB. */
export async function growthDuring<T>(server: Server, work: () => Promise<T>): Promise<[T, number]> {
  const before = server.memory();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, server.memory());
  }, LOOK_EVERY);
  try {
    return [await work(), Math.round((most - before) / MEBIBYTE)];
  } finally {
    clearInterval(look);
  }
}
