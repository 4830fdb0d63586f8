import { messageOf } from "../error-message.ts";
import { toast } from "./toast.ts";

/** Shows that something failed, with the server's message. */
export function toastError(title: string, error: unknown): void {
  const description = messageOf(error);
  toast({ title, variant: "destructive", ...(description !== null && { description }) });
}
