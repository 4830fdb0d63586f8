import { useCallback, useEffect, useRef, useState } from "react";
import type { OwnData } from "../../../modules/people/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { refusalOf } from "../../lib/refusal.ts";

type State =
  | { readonly at: "reading" }
  | { readonly at: "asking"; readonly refused: string | null }
  | { readonly at: "unreached" }
  | { readonly at: "nothing" }
  | { readonly at: "shown"; readonly data: OwnData };

const SKIP_LINK = "main";

/** What the link in the fragment leads to. The fragment is read at once, because the skip link replaces it. */
export function useOwnData() {
  const { mutateAsync } = trpc.public.me.show.useMutation();
  const token = useRef("");
  const [state, setState] = useState<State>({ at: "reading" });
  const load = useCallback(async () => {
    setState(
      await mutateAsync({ token: token.current }).then(
        (data): State => ({ at: "shown", data }),
        (error: unknown) => stateOf(error),
      ),
    );
  }, [mutateAsync]);
  useEffect(() => {
    function open(): void {
      const fragment = window.location.hash.slice(1);
      if (fragment === SKIP_LINK && token.current !== "") return;
      token.current = fragment === SKIP_LINK ? "" : fragment;
      if (token.current === "") setState({ at: "asking", refused: null });
      else void load();
    }
    open();
    window.addEventListener("hashchange", open);
    return () => window.removeEventListener("hashchange", open);
  }, [load]);
  return { state, load, token } as const;
}

function stateOf(error: unknown): State {
  const refused = refusalOf(error);
  if (refused === null) return { at: "unreached" };
  return refused.status === 404 ? { at: "nothing" } : { at: "asking", refused: refused.sentence };
}
