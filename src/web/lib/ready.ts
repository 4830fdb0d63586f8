import { createContext } from "react";

type Part = "page" | "toaster";

/** Each part of the tree calls it once it is interactive; the page hydrates later than the frame around it. */
export const ReadyContext = createContext<(part: Part) => void>(() => undefined);

export function whenAllReady(call: () => void): (part: Part) => void {
  const waiting = new Set<Part>(["page", "toaster"]);
  return (part) => {
    if (waiting.delete(part) && waiting.size === 0) call();
  };
}
