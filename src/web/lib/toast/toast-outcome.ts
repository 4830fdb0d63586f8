import { type Toast, toast } from "./toast.ts";
import { toastError } from "./toast-error.ts";

interface Outcomes<T> {
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
