import { useNavigate, useRouter } from "@tanstack/react-router";
import { isolated } from "../../../../../shared/format.ts";
import { trpc } from "../../../../lib/api.tsx";
import { toastOutcome } from "../../../../lib/toast.ts";
import { reviewSearchParams } from "../search-params.ts";
import { useOpenCase } from "../use-open-case.ts";

export interface Undoable {
  readonly kind: keyof typeof TABS;
  readonly id: string;
  readonly placeName: string;
}

/** In the address: the tab in which cases of each kind wait. */
const TABS = { claim: undefined, request: undefined, proposal: "changes", transfer: "transfers" } as const;

/**
 * Undoes the decision that the version `updatedAt` of a case holds, and no later one, and opens the case. Works after the
 * screen of the case is gone: a toast calls it.
 */
export function useUndo({ kind, id, placeName }: Undoable) {
  const { client, admin } = trpc.useUtils();
  const show = useShowCase();
  return async (updatedAt: Date): Promise<void> => {
    leaveToast();
    const { undoClaim, undoRequest, proposals, transfers } = client.admin.reviews;
    const acts = {
      claim: undoClaim,
      request: undoRequest,
      proposal: proposals.undo,
      transfer: transfers.undo,
    };
    await toastOutcome<unknown>(acts[kind].mutate({ id, updatedAt }), {
      done: { title: "Decision undone", description: `${isolated(placeName)} waits for a decision again.` },
      failed: "The decision was not undone",
    });
    await show(kind, id);
    await admin.reviews.invalidate();
  };
}

/** A toast that still has the focus would give it back to where it was, once the heading of the case takes it. */
function leaveToast(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.closest("[data-scope=toast]"))
    activeElement.blur();
}

const REVIEWS_PATH = "/admin/reviews";

/** Opens a case in the list that is shown, or in its own one from anywhere else. */
function useShowCase() {
  const router = useRouter();
  const navigate = useNavigate();
  const openCase = useOpenCase();
  return (kind: keyof typeof TABS, id: string) => {
    const { pathname, search } = router.state.location;
    const { tab, case: open } = reviewSearchParams.parse(search);
    const key = `${kind}:${id}`;
    if (pathname !== REVIEWS_PATH || tab !== TABS[kind])
      return navigate({ to: REVIEWS_PATH, search: { tab: TABS[kind], case: key } });
    return open === key ? undefined : openCase(key);
  };
}
