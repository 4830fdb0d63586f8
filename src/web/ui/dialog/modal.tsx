import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import { type KeyboardEventHandler, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { registerDialog } from "./back-button.ts";
import { useModal } from "./use-modal.ts";

export interface ModalProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly closeLabel?: string;
  readonly size?: "small" | "large" | "full";
  /**
   * Cannot be dismissed: no close button, Escape or outside click. Ends in the commit that shows the outcome or before,
   * set in a layout effect if it comes from a child: Escape works as soon as the outcome can be read.
   */
  readonly held?: boolean;
  /** What Escape does instead of closing it: one step back. */
  readonly onEscape?: (() => void) | undefined;
  /** Gets the focus on close, if the opener may be gone by then. */
  readonly focusAfter?: () => HTMLElement | null;
  /** False if Back or an outside click, easily done by mistake, must not close it. */
  readonly mayDismiss?: () => boolean;
  readonly contentRef?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** A modal dialog. It traps and returns the focus; its content stays mounted while it is closed. */
export function Modal({ open, onOpenChange, held, focusAfter, mayDismiss, onEscape, ...face }: ModalProps) {
  const { onKeyDown, initialFocus } = useModal(open, focusAfter);
  const isHeld = held === true;
  const canDismiss = () => !isHeld && (mayDismiss?.() ?? true);
  useBackButton(open, () => canDismiss() && onOpenChange(false));
  return (
    <Ark.Root
      open={open}
      trapFocus={false}
      initialFocusEl={initialFocus}
      closeOnEscape={!isHeld}
      closeOnInteractOutside={!isHeld}
      onEscapeKeyDown={(event) => {
        if (!onEscape || isHeld) return;
        event.preventDefault();
        onEscape();
      }}
      onInteractOutside={(event) => !canDismiss() && event.preventDefault()}
      persistentElements={[toasts]}
      onOpenChange={(change) => onOpenChange(change.open)}
    >
      <Portal>
        <Ark.Backdrop className="dialog-backdrop" />
        <Ark.Positioner className="dialog-positioner">
          <Face {...face} held={isHeld} onKeyDown={onKeyDown} />
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}

function useBackButton(open: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useLayoutEffect(() => (open ? registerDialog(() => latest.current()) : undefined), [open]);
}

/** Toasts are above every dialog: dismissing one is not an outside click. */
const toasts = () => document.querySelector("[data-scope=toast][data-part=group]");

interface FaceProps
  extends Omit<ModalProps, "open" | "onOpenChange" | "focusAfter" | "mayDismiss" | "onEscape"> {
  readonly onKeyDown: KeyboardEventHandler<HTMLElement>;
}

function Face({
  title,
  description,
  closeLabel = "Close",
  size = "large",
  held,
  contentRef,
  onKeyDown,
  children,
}: FaceProps) {
  return (
    <Ark.Content ref={contentRef} className="dialog" data-size={size} onKeyDown={onKeyDown}>
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
