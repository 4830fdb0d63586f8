import { messageOf, needsReauthentication } from "./errors.ts";

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

/**
 * Shows that something failed, and why: a sentence, or the server's message of an error, or `unreached` where it did not
 * respond. Nothing where the user did not want to confirm the password.
 */
export function toastError(title: string, why?: unknown, unreached?: string): void {
  if (needsReauthentication(why)) return;
  const description = typeof why === "string" ? why : (messageOf(why) ?? unreached);
  toast({ title, variant: "destructive", ...(description !== undefined && { description }) });
}

export interface Outcomes<T> {
  readonly done: Toast | ((answer: T) => Toast);
  /** The title of the toast; the server's message follows it. */
  readonly failed: string;
}

/** Shows how a change went; resolves to whether it was made. */
export async function toastOutcome<T>(change: Promise<T>, { done, failed }: Outcomes<T>): Promise<boolean> {
  try {
    const answer = await change;
    toast(typeof done === "function" ? done(answer) : done);
    return true;
  } catch (error) {
    toastError(failed, error);
    return false;
  }
}
