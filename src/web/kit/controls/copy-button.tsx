import { useEffect, useState } from "react";
import { seconds } from "../../../shared/duration.ts";
import { toastError } from "../../lib/toast.ts";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** What it copies, for screen readers. */
  readonly what: string;
}

/** Says "Copied" for two seconds. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const { copied, copy } = useCopied();
  const onClick = () =>
    copy(text).catch(() => toastError("Copying did not work. Please select the text instead."));
  return (
    <Button look="quiet" className="button-small" onClick={onClick}>
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
      <span className="visually-hidden"> {what}</span>
    </Button>
  );
}

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
