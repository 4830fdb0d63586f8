import { createContext } from "react";

type Part = "page" | "toaster";

/** Told by each part of the tree when it answers to a person; the page hydrates later than what is around it. */
export const ReadyContext = createContext<(part: Part) => void>(() => undefined);

export function whenAllReady(call: () => void): (part: Part) => void {
  const waiting = new Set<Part>(["page", "toaster"]);
  return (part) => {
    if (waiting.delete(part) && waiting.size === 0) call();
  };
}
