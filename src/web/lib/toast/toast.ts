import { createToaster } from "@ark-ui/react/toast";
import { seconds } from "../../../shared/duration.ts";
import { UNDO_OFFERED } from "../../../shared/undo.ts";

export const SWIPE_THRESHOLD = 50; // px to the right
const DURATION = seconds(5);

export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly variant?: "default" | "destructive";
  /** Undoes the action; a toast with it is shown longer. */
  readonly onUndo?: () => void;
}

export const toaster = createToaster({
  max: 1,
  hotkey: ["F8"],
  duration: DURATION,
  placement: "bottom-end",
  offsets: "16px",
});

/** Shows a toast. Only the newest one is shown; the toaster by itself would queue a second one. */
export function toast({ title, description, variant = "default", onUndo }: Toast): void {
  toaster.remove();
  toaster.create({
    title,
    description,
    type: variant === "destructive" ? "error" : "info",
    ...(onUndo && { duration: UNDO_OFFERED, action: { label: "Undo", onClick: onUndo } }),
  });
}
