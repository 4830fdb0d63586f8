import { EXIT } from "./errors.ts";

const cleanups = new Set<() => void>();

/** Registers a synchronous cleanup for an interrupted command. Call the returned function to unregister it. */
export function onInterrupt(cleanUp: () => void): () => void {
  cleanups.add(cleanUp);
  return () => cleanups.delete(cleanUp);
}

export function exitOnInterrupt(): never {
  for (const cleanUp of cleanups) cleanUp();
  process.exit(EXIT.interrupted);
}

/** Ctrl-C ends a command at once; the database rolls back open transactions. */
export function handleInterrupts(): void {
  process.on("SIGINT", exitOnInterrupt);
  process.on("SIGTERM", exitOnInterrupt);
}

/** For `serve`, where the server shuts down by itself. */
export function stopHandlingInterrupts(): void {
  process.off("SIGINT", exitOnInterrupt);
  process.off("SIGTERM", exitOnInterrupt);
}
