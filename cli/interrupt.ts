import { EXIT } from "./errors.ts";

const cleanups = new Set<() => void>();

/** Runs `undo`, which must be synchronous, where the command is interrupted before the returned function is called. */
export function onInterrupt(cleanUp: () => void): () => void {
  cleanups.add(cleanUp);
  return () => cleanups.delete(cleanUp);
}

export function exitOnInterrupt(): never {
  for (const undo of cleanups) undo();
  process.exit(EXIT.interrupted);
}

/** Ctrl-C ends a command at once; the database undoes what was under way. */
export function handleInterrupts(): void {
  process.on("SIGINT", exitOnInterrupt);
  process.on("SIGTERM", exitOnInterrupt);
}

/** For a server, which ends in its own way. */
export function stopHandlingInterrupts(): void {
  process.off("SIGINT", exitOnInterrupt);
  process.off("SIGTERM", exitOnInterrupt);
}
