import { useRef } from "react";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import type { Claimable } from "../claimable.ts";
import { REQUEST } from "./content.ts";
import { RequestForm } from "./request-form.tsx";
import type { InitialValues } from "./use-request.ts";

interface RequestDialogProps {
  /** Null while the dialog is closed. */
  readonly given: InitialValues | null;
  readonly onClaim: (place: Claimable) => void;
  readonly onClose: () => void;
  readonly onShowRequests: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

/** Requests a place that is not in the directory. Input is kept while the dialog is closed. */
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
      keepsText
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
