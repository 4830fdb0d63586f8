import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { trpc } from "../../../lib/api.tsx";
import { toastError } from "../../../lib/toast/toast-error.ts";
import { claimable } from "../claimable.ts";
import type { OpenDialog } from "../dialogs.tsx";
import { useOwn, usePendingClaims } from "../own/use-own.ts";
import { type PortalSearchParams, portalSearchParams } from "../search-params.ts";
import { LINKED } from "./content.ts";

/**
 * Opens the claim of the place to which its public page links. One that cannot be claimed is shown with the reason. The
 * search then shows it as if its name had been typed.
 */
export function useLinkedClaim(onDo: (doing: OpenDialog) => void): void {
  const { claim } = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { claims } = useOwn();
  const pending = usePendingClaims();
  const opened = useRef<string>(null); // the URL changes only later
  const { data, error } = trpc.partner.pois.get.useQuery(
    { id: claim ?? "" },
    { enabled: claim !== undefined, staleTime: 0 },
  );
  useEffect(() => {
    if (claim === undefined || claim === opened.current || claims.isPending || (!data && !error)) return;
    opened.current = claim;
    const search: PortalSearchParams = data ? { q: data.name, city: data.city } : {};
    void navigate({ to: "/partner", search, replace: true, resetScroll: false });
    if (!data) toastError(LINKED.failed, error);
    else if (data.ownerId === null && !pending.has(data.id)) onDo({ what: "claim", place: claimable(data) });
    else onDo({ what: "view", place: data });
  });
}
