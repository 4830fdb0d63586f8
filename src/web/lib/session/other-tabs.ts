import { randomId } from "../../../shared/id.ts";

const CHANNEL = "account-session";
const TAB = randomId();

/** Signed in, signed out by the user, or found to have ended. */
const CHANGES = ["signedIn", "loggedOut", "ended"] as const;
export type SessionChange = (typeof CHANGES)[number];

interface Message {
  readonly tab: string;
  /** The kind of account. */
  readonly key: string;
  readonly change: SessionChange;
}

/** Tells the other tabs of this browser, which share the session. */
export function tellOtherTabs(key: string, change: SessionChange): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ tab: TAB, key, change } satisfies Message);
  channel.close();
}

/** Calls back for each change that another tab tells of. Returns a function that stops it. */
export function onOtherTabs(key: string, onChange: (change: SessionChange) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const change = CHANGES.find((each) => each === data.change); // the tab may run another version
    if (change && data.key === key && data.tab !== TAB) onChange(change);
  };
  return () => channel.close();
}
