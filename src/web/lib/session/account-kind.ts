import { isSignedOut } from "../refusal.ts";
import { tellOtherTabs } from "./other-tabs.ts";

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
