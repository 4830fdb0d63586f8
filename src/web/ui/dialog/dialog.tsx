import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import type { KeyboardEventHandler, ReactNode } from "react";
import { useModal } from "./use-modal.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly closeLabel?: string;
  readonly size?: "small" | "large";
  /** Stays until what is in it is done: no cross, no Escape, no click beside it. */
  readonly held?: boolean;
  /** Takes the focus afterwards where what opened the dialog may be gone by then. */
  readonly focusAfter?: () => HTMLElement | null;
  readonly children: ReactNode;
}

/** A named modal dialog. It takes, keeps and returns the focus; what is in it stays while it is closed. */
export function Dialog({ open, onOpenChange, held, focusAfter, ...face }: DialogProps) {
  const { onKeyDown } = useModal(open, focusAfter);
  return (
    <Ark.Root
      open={open}
      trapFocus={false}
      closeOnEscape={!held}
      closeOnInteractOutside={!held}
      persistentElements={[toasts]}
      onOpenChange={(change) => onOpenChange(change.open)}
    >
      <Portal>
        <Ark.Backdrop className="dialog-backdrop" />
        <Ark.Positioner className="dialog-positioner">
          <Face {...face} held={held === true} onKeyDown={onKeyDown} />
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}

/** They stand above every dialog: to put one aside is no click beside the dialog. */
const toasts = () => document.querySelector("[data-scope=toast][data-part=group]");

interface FaceProps extends Omit<DialogProps, "open" | "onOpenChange" | "focusAfter"> {
  readonly onKeyDown: KeyboardEventHandler<HTMLElement>;
}

function Face({
  title,
  description,
  closeLabel = "Close",
  size = "large",
  held,
  onKeyDown,
  children,
}: FaceProps) {
  return (
    <Ark.Content className="dialog" data-size={size} onKeyDown={onKeyDown}>
      <Ark.Title className="dialog-title">{title}</Ark.Title>
      {description && <Ark.Description className="dialog-description">{description}</Ark.Description>}
      {children}
      {!held && (
        <Ark.CloseTrigger className="dialog-close" aria-label={closeLabel}>
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="M3.5 3.5l9 9m0-9l-9 9" />
          </svg>
        </Ark.CloseTrigger>
      )}
    </Ark.Content>
  );
}
