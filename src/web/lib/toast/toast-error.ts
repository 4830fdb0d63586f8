import { messageOf } from "../error-message.ts";
import { needsReauthentication } from "../refusal.ts";
import { toast } from "./toast.ts";

/** Shows that something failed, with the server's message. Nothing where the user did not want to confirm the password. */
export function toastError(title: string, error: unknown): void {
  if (needsReauthentication(error)) return;
  const description = messageOf(error);
  toast({ title, variant: "destructive", ...(description !== null && { description }) });
}
