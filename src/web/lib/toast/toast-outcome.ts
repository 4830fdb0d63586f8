import { type Toast, toast } from "./toast.ts";
import { toastError } from "./toast-error.ts";

interface Outcomes {
  readonly done: Toast;
  /** The title of the toast; the server's message follows it. */
  readonly failed: string;
}

/** Shows how a change went; resolves to whether it was made. */
export async function toastOutcome(change: Promise<unknown>, { done, failed }: Outcomes): Promise<boolean> {
  try {
    await change;
  } catch (error) {
    toastError(failed, error);
    return false;
  }
  toast(done);
  return true;
}
