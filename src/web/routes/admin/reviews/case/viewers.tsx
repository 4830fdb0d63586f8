import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { seconds } from "../../../../../shared/duration.ts";
import { trpc } from "../../../../lib/api.tsx";
import { UNSEEN } from "../../../../lib/live/held.ts";
import { VIEWERS } from "../content.ts";

const HEARTBEAT = seconds(10);

/** Who else has the case open. Tells the others so too, while the tab is visible. */
export function Viewers({ caseKey }: { readonly caseKey: string }) {
  const names = useViewers(caseKey);
  return (
    <p className="case-viewers" role="status">
      {names.length > 0 && (
        <>
          <span aria-hidden="true" className="case-viewers-dot" />
          {names.map((name, index) => (
            <span key={name}>
              {VIEWERS.separator(index, names.length)}
              <bdi>{name}</bdi>
            </span>
          ))}{" "}
          {VIEWERS.open(names.length)}
        </>
      )}
    </p>
  );
}

function useViewers(caseKey: string): readonly string[] {
  const { client } = trpc.useUtils();
  const { data, isError } = useQuery({
    queryKey: ["viewers", caseKey],
    meta: UNSEEN,
    queryFn: () => client.reviews.viewers.view.mutate({ case: caseKey }),
    staleTime: 0,
    refetchInterval: HEARTBEAT, // not in a hidden tab
    refetchOnWindowFocus: "always",
  });
  useEffect(() => {
    // If this fails, the row expires 30 seconds later anyway.
    const leave = () =>
      client.reviews.viewers.view.mutate({ case: caseKey, leave: true }).catch(() => undefined);
    return () => void leave();
  }, [client, caseKey]);
  return isError ? [] : (data?.viewers ?? []).map(({ name }) => name);
}
