import { useEffect, useState } from "react";
import type { Joined } from "../../../../../modules/waitlist/schema.ts";
import { JOINED_MARK } from "../../../../blocks/joined/joined-mark.ts";
import { trpc } from "../../../../lib/api.tsx";

/** Null if the browser keeps nothing: even reading the property throws then. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/**
 * What this browser remembers of joining. The cookie with it cannot be read by scripts, so that a mark says whether to
 * ask: other visitors' pages make no call.
 */
export function useJoined() {
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const { data } = trpc.public.joined.show.useQuery(undefined, { enabled: asks });
  const dismiss = trpc.public.joined.dismiss.useMutation();
  useEffect(() => setAsks(storage()?.getItem(JOINED_MARK) != null), []);
  useEffect(() => {
    if (data === null) storage()?.removeItem(JOINED_MARK);
  }, [data]);
  const change = (joined: Joined | null) => utils.public.joined.show.setData(undefined, joined);
  return {
    joined: data ?? null,
    change,
    /** After joining, once more or for the first time. */
    async remember(): Promise<void> {
      storage()?.setItem(JOINED_MARK, "1");
      setAsks(true);
      await utils.public.joined.show.invalidate();
    },
    async dismiss(): Promise<void> {
      await dismiss.mutateAsync();
      change(null);
    },
  } as const;
}
