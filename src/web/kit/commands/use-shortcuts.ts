import { createContext, use, useEffect, useRef } from "react";

/** By key; one that returns false leaves the key to the next part of the screen that has it. */
export type Shortcuts = ReadonlyMap<string, (event: KeyboardEvent) => unknown>;

/** Keys as shown, and what each does. */
export type KeyWords = readonly (readonly [key: string, what: string])[];

export interface KeysOfPart {
  readonly shortcuts: Shortcuts;
  readonly words: KeyWords;
}

export interface Keys {
  /** With speech input a spoken word must not approve a claim, so they can be turned off (WCAG 2.1.4). */
  readonly on: boolean;
  readonly turn: (on: boolean) => void;
  /** Adds the keys of a part of the screen. Returns a function that removes them. */
  readonly add: (part: { readonly current: KeysOfPart }) => () => void;
  /** Shows all keys of the screen. */
  readonly show: () => void;
}

export const KeysContext = createContext<Keys | null>(null);

/** Only inside a `StaffFrame`. */
export function useKeys(): Keys {
  const keys = use(KeysContext);
  if (!keys) throw new Error("No staff frame around this component");
  return keys;
}

/** Single-key shortcuts, ignored while someone types and behind a dialog. */
export function useShortcuts(shortcuts: Shortcuts, words: KeyWords): void {
  const { add } = useKeys();
  const latest = useRef<KeysOfPart>({ shortcuts, words });
  latest.current = { shortcuts, words };
  useEffect(() => add(latest), [add]);
}
