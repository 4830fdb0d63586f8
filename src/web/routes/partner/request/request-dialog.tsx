import { useRef } from "react";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import type { Claimable } from "../claimable.ts";
import { REQUEST } from "./content.ts";
import { RequestForm } from "./request-form.tsx";
import type { InitialValues } from "./use-request.ts";

interface RequestDialogProps {
  /** Null while it is closed. */
  readonly given: InitialValues | null;
  readonly onClaim: (place: Claimable) => void;
  readonly onClose: () => void;
  readonly onShowRequests: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Asks for a place that is not in the directory. What was typed stays while it is closed. */
export function RequestDialog({ given, onClaim, onClose, onShowRequests, focusAfter }: RequestDialogProps) {
  const last = useRef(given);
  if (given) last.current = given;
  const { name = "", city = "" } = last.current ?? {};
  function sent(): void {
    last.current = null;
    onShowRequests();
  }
  return (
    <Dialog
      open={given !== null}
      onOpenChange={(open) => !open && onClose()}
      title={REQUEST.title}
      description={REQUEST.text}
      focusAfter={focusAfter}
    >
      {last.current && (
        <RequestForm
          key={JSON.stringify([name, city])}
          given={{ name, city }}
          onClaim={onClaim}
          onSent={sent}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
