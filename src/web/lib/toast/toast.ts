export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly variant?: "default" | "destructive";
  /** Undoes the action; a toast with it is shown longer. */
  readonly onUndo?: () => void;
}

type Show = (toast: Toast) => void;

let show: Show | null = null;
let waiting: Toast | null = null;

/** Shows a toast. Only the newest one is shown. */
export function toast(given: Toast): void {
  if (show) show(given);
  else waiting = given;
}

/** Called by the toaster, which the sign-in loads later than its form: a toast of before that is shown then. */
export function showToastsBy(toaster: Show): void {
  show = toaster;
  if (waiting) show(waiting);
  waiting = null;
}
