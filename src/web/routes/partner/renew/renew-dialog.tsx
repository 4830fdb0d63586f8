import { FormDialog } from "../../../blocks/form-dialog/form-dialog.tsx";
import { CertificateForm } from "./certificate-form.tsx";
import { RENEW } from "./content.ts";
import { DeclarationForm } from "./declaration-form.tsx";
import { type Due, stateOf } from "./due.ts";

interface RenewDialogProps {
  /** Null while it is closed. */
  readonly due: Due | null;
  readonly onClose: () => void;
  /** The pressed button is gone afterwards. */
  readonly focusAfter: () => HTMLElement | null;
}

export function RenewDialog({ due, onClose, focusAfter }: RenewDialogProps) {
  return (
    <FormDialog
      open={due !== null}
      onClose={onClose}
      title={due ? RENEW.of(due.poiName) : ""}
      description={due ? stateOf(due) : undefined}
      focusAfter={focusAfter}
    >
      {due &&
        (due.basis === "declaration" ? (
          <DeclarationForm poiId={due.poiId} />
        ) : (
          <CertificateForm poiId={due.poiId} />
        ))}
    </FormDialog>
  );
}
