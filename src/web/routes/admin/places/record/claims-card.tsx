import { Link } from "@tanstack/react-router";
import { trpc } from "../../../../lib/api.tsx";
import { formatDay } from "../../../../lib/format/format-date.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { CLAIMS } from "../content.ts";

const TONES = { pending: "warning", approved: "good", rejected: "plain" } as const;

/** Who claimed the place, with links to the cases. */
export function ClaimsCard({ placeId }: { readonly placeId: string }) {
  const claims = trpc.reviews.placeClaims.useQuery({ id: placeId }, { staleTime: 0 });
  return (
    <ListCard title={CLAIMS.title}>
      <div className="place-record-body">
        <Loaded query={claims} failed={CLAIMS.failed} rows={2}>
          {(data) =>
            data.length === 0 ? (
              <p className="soft">{CLAIMS.none}</p>
            ) : (
              <ul className="place-record-claims">
                {data.map(({ id, partnerName, status, submittedAt }) => (
                  <li key={id}>
                    <Link to="/admin/reviews" search={caseOf(id, status) as never}>
                      <bdi>{partnerName}</bdi>
                    </Link>
                    <Badge tone={TONES[status]}>{CLAIMS.status[status]}</Badge>
                    <span className="soft">{formatDay(submittedAt)}</span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </ListCard>
  );
}

const caseOf = (id: string, status: keyof typeof TONES) => ({
  case: `claim:${id}`,
  ...(status !== "pending" && { show: "decided" }),
});
