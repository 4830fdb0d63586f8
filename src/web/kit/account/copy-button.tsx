import { useCopied } from "../../lib/hooks/use-copied.ts";
import { toast } from "../../lib/toast/toast.ts";
import { Button } from "../page/button.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** What it copies, for screen readers. */
  readonly what: string;
}

/** Says "Copied" for two seconds. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const { copied, copy } = useCopied();
  const onClick = () =>
    copy(text).catch(() =>
      toast({ title: "Copying did not work. Please select the text instead.", variant: "destructive" }),
    );
  return (
    <Button look="quiet" className="button-small" onClick={onClick}>
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
      <span className="visually-hidden"> {what}</span>
    </Button>
  );
}
