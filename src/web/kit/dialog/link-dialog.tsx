import type { ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { CopyButton } from "../controls/copy-button.tsx";
import { Field } from "../form/field.tsx";
import { Dialog } from "./dialog.tsx";

const LINK_DIALOG = { label: "Link", close: "Done" } as const;

export interface ShownLink {
  readonly title: string;
  readonly text: string;
  readonly link: string;
  /** Below the link. */
  readonly more?: ReactNode;
}

interface LinkDialogProps {
  /** Null while it is closed. */
  readonly shown: ShownLink | null;
  readonly onClose: () => void;
}

/** A link to hand over, which is shown once. */
export const LinkDialog = ({ shown, onClose }: LinkDialogProps) => (
  <Dialog
    open={shown !== null}
    onOpenChange={(open) => !open && onClose()}
    title={shown?.title ?? ""}
    description={shown?.text ?? ""}
    keepsText
  >
    {shown && (
      <div className="link-dialog">
        <Field
          label={LINK_DIALOG.label}
          name="link"
          readOnly
          value={shown.link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {shown.more}
        <div className="dialog-actions">
          <CopyButton text={shown.link} what={LINK_DIALOG.label} />
          <Button onClick={onClose}>{LINK_DIALOG.close}</Button>
        </div>
      </div>
    )}
  </Dialog>
);
