import { z } from "zod";
import { randomId } from "../../../shared/id.ts";

const CHANNEL = "account-session";
const TAB = randomId();

const message = z.object({
  tab: z.string(),
  /** The kind of account. */
  key: z.string(),
  /** Signed in, signed out by the user, or found to have ended. */
  change: z.enum(["signedIn", "loggedOut", "ended"]),
});

export type SessionChange = z.output<typeof message>["change"];

/** Tells the other tabs of this browser, which share the session. */
export function tellOtherTabs(key: string, change: SessionChange): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ tab: TAB, key, change });
  channel.close();
}

/** Calls back for each change that another tab tells of. Returns a function that stops it. */
export function onOtherTabs(key: string, onChange: (change: SessionChange) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    const told = message.safeParse(data).data;
    if (told && told.key === key && told.tab !== TAB) onChange(told.change);
  };
  return () => channel.close();
}
