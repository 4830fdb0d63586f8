import { useEffect, useRef, useState } from "react";

const TYPING_ENDS = 300; // milliseconds without a key before a search is sent

/**
 * The text typed into a search. Calls `onSearch` with it, trimmed, when typing pauses. `value` is the text last searched
 * for; it also changes with navigation and when a filter is cleared.
 */
export function useDebounced(value: string, onSearch: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped((now) => (now.trim() === value ? now : value));
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  function send(text: string): void {
    clearTimeout(timer.current);
    if (text.trim() !== value) onSearch(text.trim());
  }
  function type(text: string): void {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text), TYPING_ENDS);
  }
  return { typed, type, sendNow: () => send(typed) } as const;
}
