import { EXIT } from "./errors.ts";

const undone = new Set<() => void>();

/** Runs `undo`, which must be synchronous, where the command is interrupted before the returned function is called. */
export function ifInterrupted(undo: () => void): () => void {
  undone.add(undo);
  return () => undone.delete(undo);
}

export function interrupted(): never {
  for (const undo of undone) undo();
  process.exit(EXIT.interrupted);
}

/** Ctrl-C ends a command at once; the database undoes what was under way. */
export function listenForInterrupt(): void {
  process.on("SIGINT", interrupted);
  process.on("SIGTERM", interrupted);
}

/** For a server, which ends in its own way. */
export function stopListening(): void {
  process.off("SIGINT", interrupted);
  process.off("SIGTERM", interrupted);
}
