import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { seconds } from "../../../shared/duration.ts";
import { trpc } from "../../lib/api.tsx";
import { UNSEEN } from "../../lib/held.ts";

const HEARTBEAT = seconds(10);

interface ViewersProps {
  /** Such as `claim:id`. */
  readonly caseKey: string;
  /** What it is, in a sentence. */
  readonly thing?: string;
}

/** Who else has a case open. While the tab is visible, they are told about this user too. */
export function Viewers({ caseKey, thing = "case" }: ViewersProps) {
  const names = useViewers(caseKey);
  return (
    <p className="viewers" role="status">
      {names.length > 0 && (
        <>
          <span aria-hidden="true" className="viewers-dot" />
          {names.map((name, index) => (
            <span key={name}>
              {VIEWERS.separator(index, names.length)}
              <bdi>{name}</bdi>
            </span>
          ))}{" "}
          {`${names.length === 1 ? "has" : "have"} this ${thing} open too`}
        </>
      )}
    </p>
  );
}

/** The heartbeat, whose answer has all cases that others have open. */
function useHeartbeat(caseKey: string, enabled = true) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ["viewers", caseKey],
    meta: UNSEEN,
    queryFn: () => client.admin.reviews.viewers.view.mutate({ case: caseKey }),
    enabled,
    staleTime: 0,
    refetchInterval: HEARTBEAT, // not in a hidden tab
    refetchOnWindowFocus: "always",
  });
}

function useViewers(caseKey: string): readonly string[] {
  const { client } = trpc.useUtils();
  const { data, isError } = useHeartbeat(caseKey);
  useEffect(() => {
    // If this fails, the row expires 30 seconds later anyway.
    const leave = () =>
      client.admin.reviews.viewers.view.mutate({ case: caseKey, leave: true }).catch(() => undefined);
    return () => void leave();
  }, [client, caseKey]);
  return isError ? [] : (data?.viewers ?? []).map(({ name }) => name);
}

/** Who else has which case open, by its key; known while the user has one open too. */
export function useOpenCases(own: string | undefined): ReadonlyMap<string, readonly string[]> {
  const { data } = useHeartbeat(own ?? "", own !== undefined);
  return new Map(
    [...Map.groupBy(data?.open ?? [], (each) => each.case)].map(([key, all]) => [
      key,
      all.map(({ name }) => name),
    ]),
  );
}

const VIEWERS = {
  /** Before the name at `index` of `count`. */
  separator: (index: number, count: number) => {
    if (index === 0) return "";
    return index === count - 1 ? " and " : ", ";
  },
} as const;
