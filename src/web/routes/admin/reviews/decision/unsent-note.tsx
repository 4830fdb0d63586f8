import { useEffect, useRef } from "react";
import { Button } from "../../../../kit/page/button.tsx";
import { CopyButton } from "../../../../kit/page/copy-button.tsx";

interface UnsentNoteProps {
  readonly note: string;
  /** Opens the next case, where there is a queue. */
  readonly onNext?: () => Promise<void>;
}

/** The note of a reviewer whose case was decided by another one first, to copy or to read again. */
export function UnsentNote({ note, onNext }: UnsentNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="decision-unsent">
      <h3 ref={heading} tabIndex={-1}>
        Your note was not sent
      </h3>
      <p className="case-text" dir="auto">
        {note}
      </p>
      <div className="dialog-actions">
        <CopyButton text={note} what="the note" />
        {onNext && (
          <Button className="button-small" onClick={() => void onNext()}>
            Next case
          </Button>
        )}
      </div>
    </section>
  );
}
