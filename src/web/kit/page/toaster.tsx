import { Portal } from "@ark-ui/react/portal";
import { Toaster as ArkToaster, createToaster, Toast, useToastContext } from "@ark-ui/react/toast";
import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from "react";
import { seconds } from "../../../shared/duration.ts";
import { UNDO_OFFERED } from "../../../shared/trash.ts";
import { type Toast as Given, showToastsBy } from "../../lib/toast.ts";
import { Button } from "../controls/button.tsx";

const SWIPE_THRESHOLD = 50; // px to the right
const DURATION = seconds(5);

const toaster = createToaster({
  max: 1,
  hotkey: ["F8"],
  duration: DURATION,
  placement: "bottom-end",
  offsets: "16px",
});

showToastsBy({ show, removeErrors });

/** In a microtask: inside an effect React defers the removal, and both toasts would be shown. */
function show({ title, description, variant = "default", onUndo }: Given): void {
  queueMicrotask(() => {
    toaster.remove(); // it would queue a second toast
    toaster.create({
      title,
      description,
      type: variant === "destructive" ? "error" : "info",
      ...(onUndo && { duration: UNDO_OFFERED, action: { label: "Undo", onClick: onUndo } }),
    });
  });
}

function removeErrors(): void {
  for (const { id, type } of toaster.getVisibleToasts()) if (type === "error") toaster.remove(id);
}

interface ToasterProps {
  /** Called once it listens for its key. */
  readonly onReady: () => void;
}

/** The live region, outside of the page so that a modal dialog does not silence it. */
export function Toaster({ onReady }: ToasterProps) {
  const pointer = useRestingPointer();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it is ready once
  useEffect(() => {
    // The region starts its key listener in a microtask after it is mounted.
    const timer = setTimeout(onReady, 0);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Portal>
      <ArkToaster
        className="toaster"
        style={PLACED_BY_CSS}
        toaster={toaster}
        aria-label="Notifications (F8)"
        onBlur={resumeOnLeave}
        {...pointer}
      >
        {({ title, description, action }) => (
          <ToastCard title={title} description={description} action={action?.label} />
        )}
      </ArkToaster>
    </Portal>
  );
}

/** The library writes its own place into both elements, and the corner depends on the width of the window. */
const PLACED_BY_CSS = { bottom: undefined };
const IN_REGION = { ...PLACED_BY_CSS, position: "relative" } as const;

/** Focus set by F8 with nothing focused before leaves unnoticed by the toaster: its timer would stay paused. */
function resumeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) toaster.resume();
}

/**
 * The library pauses a toast that opens under the pointer. While the pointer rests there, no one reads it: it would
 * never close, and cover what is below it.
 */
function useRestingPointer() {
  const moves = useRef(false);

  function onMouseEnter({ currentTarget }: MouseEvent<HTMLElement>): void {
    moves.current = false;
    setTimeout(() => {
      if (!moves.current && !currentTarget.contains(document.activeElement)) toaster.resume();
    }, 0); // a pointer that entered by itself has moved by then
  }

  function onMouseMove(): void {
    moves.current = true;
  }

  return { onMouseEnter, onMouseMove } as const;
}

interface ToastCardProps {
  readonly title: unknown;
  readonly description: unknown;
  readonly action: string | undefined;
}

function ToastCard({ title, description, action }: ToastCardProps) {
  const { dismiss } = useToastContext();
  const swipe = useSwipe(dismiss);
  const stops = action === undefined ? 0 : -1; // from the region, Tab goes to the action at once
  return (
    <Toast.Root className="toaster-toast" style={IN_REGION} tabIndex={stops} {...swipe}>
      <Toast.Title className="toaster-title">{String(title)}</Toast.Title>
      {description !== undefined && (
        <Toast.Description className="toaster-description">{String(description)}</Toast.Description>
      )}
      {action !== undefined && (
        <Toast.ActionTrigger asChild>
          <Button
            look="text"
            className="toaster-action"
            // Pressed with a pointer it takes no focus, which the region would later give back to where it was.
            onMouseDown={(event) => event.preventDefault()}
          >
            {action}
          </Button>
        </Toast.ActionTrigger>
      )}
      <Toast.CloseTrigger className="button-close toaster-close">
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d="M3.5 3.5l9 9m0-9l-9 9" />
        </svg>
      </Toast.CloseTrigger>
    </Toast.Root>
  );
}

type Swipe = PointerEvent<HTMLElement>;

/** Handlers that let a finger or mouse push an element off to the right; a shorter push springs back. */
function useSwipe(onSwiped: () => void) {
  const from = useRef<number | null>(null);

  function show(element: HTMLElement, moved: number): void {
    element.style.setProperty("--swipe-x", `${moved}px`);
    element.toggleAttribute("data-swiping", moved > 0);
  }

  function onPointerDown(event: Swipe): void {
    const onButton = event.target instanceof Element && event.target.closest("button");
    if (event.button !== 0 || onButton) return;
    from.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: Swipe): void {
    if (from.current !== null) show(event.currentTarget, Math.max(0, event.clientX - from.current));
  }

  function onPointerUp(event: Swipe): void {
    const moved = from.current === null ? 0 : event.clientX - from.current;
    from.current = null;
    if (moved >= SWIPE_THRESHOLD) onSwiped();
    else show(event.currentTarget, 0);
  }

  function onPointerCancel(event: Swipe): void {
    from.current = null;
    show(event.currentTarget, 0);
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } as const;
}
