import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { hasUnsavedEdits, hasUnsavedText } from "../../lib/drafts.ts";
import { Button } from "../controls/button.tsx";

interface DialogProps extends Omit<ModalProps, "mayDismiss" | "contentRef"> {
  /** The fields keep what was typed until the dialog opens again. */
  readonly keepsText?: boolean;
}

/**
 * A dialog that asks before an outside click discards what was typed in it, and before anything but its own buttons
 * discards changes of what is saved.
 */
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
  function close(next: boolean): void {
    if (!next && hasUnsavedEdits(content.current)) setAsks(true);
    else onOpenChange(next);
  }
  return (
    <>
      <Modal {...dialog} onOpenChange={close} mayDismiss={mayDismiss} contentRef={content} />
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

interface ModalProps {
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
  /** False if an outside click, easily done by mistake, must not close it. */
  readonly mayDismiss?: () => boolean;
  readonly contentRef?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** A modal dialog. It traps and returns the focus; its content stays mounted while it is closed. */
export function Modal({
  open: asked,
  onOpenChange,
  held,
  focusAfter,
  mayDismiss,
  onEscape,
  ...face
}: ModalProps) {
  const { open, typedField } = useFrame(asked, onOpenChange);
  const { onKeyDown, initialFocus } = useModal(open, typedField, focusAfter);
  const isHeld = held === true;
  const canDismiss = () => !isHeld && (mayDismiss?.() ?? true);
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

/**
 * Takes the place of the frame that was shown while the scripts loaded; closed, if the visitor has dismissed that.
 * `typedField` is the field of the dialog that had the focus in the frame.
 */
function useFrame(open: boolean, onOpenChange: (open: boolean) => void) {
  const frame = open ? document.querySelector<HTMLElement>(".dialog-frame") : null;
  const isDismissed = frame?.dataset.dismissed !== undefined;
  const typed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (frame && !frame.hidden) typed.current = frame.querySelector(":focus")?.getAttribute("name") ?? null;
    frame?.setAttribute("hidden", "");
    if (!isDismissed) return;
    delete frame?.dataset.dismissed;
    onOpenChange(false);
  }, [frame, isDismissed, onOpenChange]);
  const typedField = useCallback((): HTMLElement | null => {
    const name = typed.current;
    typed.current = null;
    return name === null
      ? null
      : document.querySelector(`body > :not(.dialog-frame) .dialog [name="${name}"]`);
  }, []);
  return { open: open && !isDismissed, typedField } as const;
}

/** Toasts are above every dialog: dismissing one is not an outside click. */
// an element in any case: Ark waits for one that is missing, and rejects if the dialog is closed before it comes
const toasts = () =>
  document.querySelector("[data-scope=toast][data-part=group]") ?? document.createElement("div");

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
        <Ark.CloseTrigger className="button-close dialog-close" aria-label={closeLabel}>
          <Cross />
        </Ark.CloseTrigger>
      )}
    </Ark.Content>
  );
}

export const Cross = () => (
  <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d="M3.5 3.5l9 9m0-9l-9 9" />
  </svg>
);

const REACHABLE = "a[href],button,input,select,textarea,summary,[tabindex]";

/**
 * Keeps the focus in a modal dialog and gives it back when it closes. Ark's trap takes no element outside of the dialog:
 * F8 would no longer reach the notifications, which are above every dialog.
 */
function useModal(
  open: boolean,
  typedField: () => HTMLElement | null,
  focusAfter?: () => HTMLElement | null,
) {
  const after = useRef(focusAfter);
  after.current = focusAfter;
  const opener = useRef<Element | null>(null);
  // In the commit itself: by the next frame the focus has moved into the dialog.
  useLayoutEffect(() => {
    const giveBack = () => {
      const next = after.current?.() ?? opener.current;
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
    if (!open) {
      // Again: between the cleanup and here, React focuses what had the focus before the commit, in the closing dialog.
      if (opener.current) giveBack();
      opener.current = null;
      return;
    }
    opener.current = document.activeElement;
    const uncover = coverPage();
    return () => {
      uncover();
      giveBack();
    };
  }, [open]);

  /**
   * Where the dialog, a frame after it opened, puts the focus; null for its first control. It does so even if it closed
   * before that frame: the focus then stays where it was given back to.
   */
  const initialFocus = () => (opener.current ? typedField() : focusedElement());

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== "Tab") return;
    const all = reachableIn(event.currentTarget);
    const [edge, other] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
    const { activeElement } = document;
    if (activeElement !== edge && !(event.shiftKey && isAbove(activeElement, edge))) return;
    event.preventDefault();
    other?.focus();
  }

  return { onKeyDown, initialFocus } as const;
}

const focusedElement = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : document.body;

/** How many dialogs cover the page; they may close in any order. */
let covers = 0;

function coverPage(): () => void {
  const setInert = () => document.getElementById("root")?.toggleAttribute("inert", covers > 0);
  covers += 1;
  setInert();
  return () => {
    covers -= 1;
    setInert();
  };
}

/** Whether the dialog itself, or a part of it that only scripts focus, has the focus and comes before all controls. */
const isAbove = (focused: Element | null, first: HTMLElement | undefined): boolean =>
  focused !== null &&
  first !== undefined &&
  (first.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;

const reachableIn = (part: HTMLElement): readonly HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(REACHABLE)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(":disabled") && each.checkVisibility(),
  );
