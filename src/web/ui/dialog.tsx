import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import type { ReactNode } from "react";

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  readonly closeLabel?: string;
  readonly children: ReactNode;
}

/** A named modal dialog. It takes, keeps and returns the focus; what is in it stays while it is closed. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel = "Close",
  children,
}: DialogProps) {
  return (
    <Ark.Root open={open} onOpenChange={(change) => onOpenChange(change.open)}>
      <Portal>
        <Ark.Backdrop />
        <Ark.Positioner>
          <Ark.Content>
            <Ark.Title>{title}</Ark.Title>
            {description && <Ark.Description>{description}</Ark.Description>}
            {children}
            <Ark.CloseTrigger aria-label={closeLabel}>
              <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
                <path d="M3.5 3.5l9 9m0-9l-9 9" />
              </svg>
            </Ark.CloseTrigger>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
