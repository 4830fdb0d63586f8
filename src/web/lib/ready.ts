import { createContext } from "react";

/** Called by the page once it is interactive: it hydrates later than the frame around it. */
export const ReadyContext = createContext<() => void>(() => undefined);
