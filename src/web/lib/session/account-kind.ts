import { randomId } from "../../../shared/id.ts";
import { isSignedOut } from "../errors.ts";

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

/** One kind of account that signs in: staff and partners have a session each. */
export interface AccountKind<Who> {
  /** Names the entry that the session is kept under. */
  readonly key: string;
  /** Shown where a session ends while it is in use. */
  readonly over: string;
  readonly idOf: (who: Who) => string;
  /** Loads the signed-in account; a 401 means that there is none. */
  readonly ask: () => Promise<Who>;
}

/**
 * Continues after a login: loads the session that it has opened. Null if the browser kept none; throws if the server
 * does not answer.
 */
export type Enter<Who = unknown> = () => Promise<Who | null>;

/** The account that a login has just opened, on a page without the app. Notifies the other tabs. */
export async function enterAccount<Who>({ key, ask }: AccountKind<Who>): Promise<Who | null> {
  try {
    const who = await ask();
    tellOtherTabs(key, "signedIn");
    return who;
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}
