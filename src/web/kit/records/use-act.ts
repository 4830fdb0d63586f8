import type { RefObject } from "react";
import { trpc } from "../../lib/api.tsx";
import { focusFrom } from "../../lib/focus.ts";
import { type Outcomes, toastOutcome } from "../../lib/toast.ts";
import { useOnce } from "../../lib/use-busy.ts";
import { TRASH_KIND_NAMES } from "./lists.ts";
import { useOpenRecord } from "./open-record.tsx";

export type Utils = ReturnType<typeof trpc.useUtils>;
export type Client = Utils["client"];
/** Reloads what shows the records. */
export type Refresh = (utils: Utils) => Promise<unknown>;

interface ActOptions<T> extends Outcomes<T> {
  readonly send: (client: Client) => Promise<T>;
  /** The record leaves its list: it is closed, and the focus goes to the heading of the list. */
  readonly removes?: true;
  /** Before what shows the record is reloaded. */
  readonly onDone?: () => void;
}

/**
 * Changes one record: once at a time, with a toast that says how it went. Then what shows the record is reloaded, after a
 * refusal too: that may be due to a change that the list does not show yet. Resolves to whether the change was made.
 * `key` is the record's id; another call with the same key is ignored while one runs. An undo needs its own key
 * (`undo ${id}`), because it may start before the list has reloaded.
 */
export function useAct(refresh: Refresh, heading?: RefObject<HTMLElement | null>) {
  const utils = trpc.useUtils();
  const once = useOnce();
  const record = useOpenRecord();
  return async <T>(key: string, { send, removes, onDone, ...outcomes }: ActOptions<T>): Promise<boolean> => {
    const pressed = document.activeElement;
    const sent = await once(key, async () => {
      const done = await toastOutcome(send(utils.client), outcomes);
      if (done) onDone?.();
      if (done && removes && record.open === key) await record.close();
      const reloaded = refresh(utils).catch(() => undefined);
      // what was removed may come back by Undo, and be removed again, before the list has reloaded
      if (!done || !removes) await reloaded;
      return { done, reloaded };
    });
    if (!sent) return false;
    await sent.reloaded;
    if (sent.done && removes) heading?.current?.focus();
    else if (!pressed?.isConnected) focusFrom(pressed, heading?.current);
    return sent.done;
  };
}

/** Restores a deleted record, and says what did not come back with it. Resolves to whether it was restored. */
export function useRestore() {
  const { client, invalidate } = trpc.useUtils();
  return async (id: string): Promise<boolean> => {
    const restored = await toastOutcome(client.admin.trash.restore.mutate({ id }), {
      done: ({ kind, label, notes }) => ({
        title: `${TRASH_KIND_NAMES[kind]} restored`,
        description: notes.length === 0 ? label : `${label}. ${notes.join(" ")}`,
      }),
      failed: "Failed to restore",
    });
    await invalidate();
    return restored;
  };
}
