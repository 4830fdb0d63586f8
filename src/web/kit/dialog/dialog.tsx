import { useEffect, useRef, useState } from "react";
import { hasUnsavedText } from "../../lib/form/unsaved-text.ts";
import { Button } from "../page/button.tsx";
import { Modal, type ModalProps } from "./modal.tsx";

interface DialogProps extends Omit<ModalProps, "mayDismiss" | "contentRef"> {
  /** The fields keep what was typed until the dialog opens again. */
  readonly keepsText?: boolean;
}

/** A dialog that asks before an outside click discards what was typed in it. */
export function Dialog({ keepsText = false, ...dialog }: DialogProps) {
  const { open, onOpenChange } = dialog;
  const content = useRef<HTMLDivElement>(null);
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    if (!open) setAsks(false);
  }, [open]);
  function mayDismiss(): boolean {
    const loses = !keepsText && hasUnsavedText(content.current);
    if (loses) setAsks(true);
    return !loses;
  }
  return (
    <>
      <Modal {...dialog} mayDismiss={mayDismiss} contentRef={content} />
      {open && asks && (
        // Mounted only now: an open dialog hides what is mounted before it from screen readers.
        <DiscardQuestion
          onKeep={() => setAsks(false)}
          onDiscard={() => {
            setAsks(false);
            onOpenChange(false);
          }}
        />
      )}
    </>
  );
}

interface DiscardQuestionProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Modal
      open
      onOpenChange={(next) => !next && onKeep()}
      size="small"
      title="Discard changes?"
      description="What you typed has not been saved and would be lost."
    >
      <div className="dialog-actions">
        <Button look="quiet" onClick={onKeep}>
          Keep editing
        </Button>
        <Button look="danger" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Modal>
  );
}
