import { messageOf } from "./error-message.ts";
import { toast } from "./toast.ts";

/** Says that an act failed, and what the server said of it. */
export function toastError(title: string, error: unknown): void {
  const description = messageOf(error);
  toast({ title, variant: "destructive", ...(description !== null && { description }) });
}
