import { useEffect, useRef, useState } from "react";

const TYPING_ENDS = 300; // milliseconds without a key before a search is sent

/**
 * What is typed into a search, and `onSearch` with it, trimmed, once the typing ends. `value` is what was last
 * searched for; it may change without a key: back, forward, a filter that is cleared.
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
