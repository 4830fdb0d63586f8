import type { RouterHistory } from "@tanstack/react-router";
import { flushSync } from "react-dom";

/** Closes the dialog or asks before it does; a dialog that cannot be dismissed does nothing. */
type Dismiss = () => void;

/** The open dialogs, the newest last. */
const dialogs: Dismiss[] = [];
let router: RouterHistory | undefined;

interface Entry {
  /** The router's key of the page. */
  readonly page: unknown;
  /** Whether the entry is a copy of the page's own one, added for a dialog. */
  readonly added: boolean;
}

let current: Entry | undefined;

/**
 * Makes Back close the newest dialog. While any is open, a copy of the page's history entry is on top of it, so that
 * Back has something to go back from. The router does not know about the copy, which has the same key.
 */
export function closeDialogsOnBack(history: RouterHistory): void {
  router = history;
  current = entryOf(window.history.state);
  // Before the router's own listener.
  addEventListener("popstate", onTraversal, { capture: true });
}

/** Registers an open dialog. The returned function unregisters it, however it was closed. */
export function registerDialog(dismiss: Dismiss): () => void {
  dialogs.push(dismiss);
  addEntry();
  return () => void dialogs.splice(dialogs.indexOf(dismiss), 1);
}

/**
 * The entry stays when its dialog closes, for the next dialog: removing it is asynchronous and would
 * take effect after the page's next navigation. Back then skips it.
 */
function addEntry(): void {
  if (!router) return;
  router.flush(); // a navigation waits for the end of this task
  const entry = entryOf(window.history.state);
  if (!entry.added) {
    // The instance's own method is the router's: it would load the page again.
    History.prototype.pushState.call(window.history, { ...window.history.state, dialogOver: entry.page }, "");
  }
  current = { ...entry, added: true };
}

function onTraversal(event: PopStateEvent): void {
  if (!router) return;
  const from = current;
  const to = entryOf(event.state);
  current = to;
  const { __TSR_key: page, __TSR_index: index } = router.location.state;
  if (to.page !== page) {
    leavePage(event, indexOf(event.state) > index);
    return;
  }
  event.stopImmediatePropagation();
  const isBack = from?.page === page && from?.added === true && !to.added;
  if (isBack) goBack();
}

/** Back, from the added entry to the page's own. */
function goBack(): void {
  const newest = dialogs.at(-1);
  if (newest) flushSync(newest);
  else window.history.back();
  if (dialogs.length > 0) window.history.forward();
}

/** A traversal to another page, as from the menu of the Back button. A dialog that stays open keeps its page. */
function leavePage(event: PopStateEvent, isForward: boolean): void {
  const newest = dialogs.at(-1);
  if (!newest) return;
  flushSync(newest);
  if (dialogs.length === 0) return;
  event.stopImmediatePropagation();
  window.history.go(isForward ? -1 : 1);
}

function entryOf(state: unknown): Entry {
  const { __TSR_key: page, dialogOver }: { readonly __TSR_key?: unknown; readonly dialogOver?: unknown } =
    state ?? {};
  // The router copies the state of one page to the next: the mark applies to its own page only.
  return { page, added: page !== undefined && dialogOver === page };
}

function indexOf(state: unknown): number {
  const { __TSR_index: index }: { readonly __TSR_index?: unknown } = state ?? {};
  return typeof index === "number" ? index : 0;
}
