export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly variant?: "default" | "destructive";
  /** Undoes the action; a toast with it is shown longer. */
  readonly onUndo?: () => void;
}

interface ToastRegion {
  readonly show: (toast: Toast) => void;
  readonly removeErrors: () => void;
}

let region: ToastRegion | null = null;
let waiting: Toast | null = null;

/** Shows a toast. Only the newest one is shown. */
export function toast(given: Toast): void {
  if (region) region.show(given);
  else waiting = given;
}

/** Removes an error toast, because what failed is tried again. */
export function removeErrorToast(): void {
  if (waiting?.variant === "destructive") waiting = null;
  region?.removeErrors();
}

/** Called by the toaster, which the sign-in loads later than its form: a toast of before that is shown then. */
export function showToastsBy(toaster: ToastRegion): void {
  region = toaster;
  if (waiting) region.show(waiting);
  waiting = null;
}
