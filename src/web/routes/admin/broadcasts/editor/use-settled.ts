import { useEffect, useState } from "react";

const TYPING_ENDS = 500; // milliseconds without a change

/** The value once it has not changed for a moment; compared as JSON. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value, which is new in each render
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_ENDS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
