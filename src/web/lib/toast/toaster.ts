import { createToaster } from "@ark-ui/react/toast";
import { seconds } from "../../../shared/duration.ts";
import { UNDO_OFFERED } from "../../../shared/trash.ts";
import { showToastsBy, type Toast } from "./toast.ts";

export const SWIPE_THRESHOLD = 50; // px to the right
const DURATION = seconds(5);

export const toaster = createToaster({
  max: 1,
  hotkey: ["F8"],
  duration: DURATION,
  placement: "bottom-end",
  offsets: "16px",
});

showToastsBy({ show, removeErrors });

function show({ title, description, variant = "default", onUndo }: Toast): void {
  toaster.remove(); // it would queue a second toast
  toaster.create({
    title,
    description,
    type: variant === "destructive" ? "error" : "info",
    ...(onUndo && { duration: UNDO_OFFERED, action: { label: "Undo", onClick: onUndo } }),
  });
}

function removeErrors(): void {
  for (const { id, type } of toaster.getVisibleToasts()) if (type === "error") toaster.remove(id);
}
