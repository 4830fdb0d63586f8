import { useEffect, useState } from "react";
import { seconds } from "../../../shared/duration.ts";

const COPIED_FOR = seconds(2);

/** `copy(text)` puts the text on the clipboard; `copied` is true for two seconds after the last success. */
export function useCopied() {
  const [copies, setCopies] = useState(0);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopies((count) => count + 1);
  };
  return { copied, copy } as const;
}
