import { useEffect, useRef, useState } from "react";

const TYPING_ENDS = 300; // milliseconds without a key before a search is sent

/**
 * The text typed into a search. Calls `onSearch` with it, trimmed, when typing pauses. `value` is the text last searched
 * for; it also changes with navigation and when a filter is cleared, and then what was typed before counts no more.
 */
export function useDebounced(value: string, onSearch: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState<string | null>(null);
  if (known !== value) {
    setKnown(value);
    setSent(null);
    // the answer to what was sent does not take back what was typed since
    if (value !== sent) setTyped((now) => (now.trim() === value ? now : value));
  }
  useEffect(() => {
    if (typed.trim() === value) clearTimeout(timer.current);
  }, [typed, value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function send(text: string): void {
    clearTimeout(timer.current);
    if (text.trim() === value) return;
    setSent(text.trim());
    onSearch(text.trim());
  }
  function type(text: string): void {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text), TYPING_ENDS);
  }
  return { typed, type, sendNow: () => send(typed) } as const;
}
