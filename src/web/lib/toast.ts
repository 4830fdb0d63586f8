import { createToaster } from "@ark-ui/react/toast";
import { seconds } from "../../shared/duration.ts";

export const SWIPE_THRESHOLD = 50; // px to the right; spec: site-and-admin 9
const DURATION = seconds(5); // spec: site-and-admin 9

export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly variant?: "default" | "destructive";
}

export const toaster = createToaster({
  max: 1, // spec: site-and-admin 9
  hotkey: ["F8"],
  duration: DURATION,
  placement: "bottom-end",
  offsets: "16px",
});

/** Shows a toast. The toaster would queue a second one; the specification wants the newest alone. */
export function toast({ title, description, variant = "default" }: Toast): void {
  toaster.remove();
  toaster.create({ title, description, type: variant === "destructive" ? "error" : "info" });
}
