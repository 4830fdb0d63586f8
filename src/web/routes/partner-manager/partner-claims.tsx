import { Link } from "@tanstack/react-router";
import { formatDay } from "../../../shared/format.ts";
import { Badge } from "../../kit/page/badge.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import { trpc } from "../../lib/api.tsx";
import { CLAIMS, PARTNER } from "./content.ts";

const SHOWN = 20;
const TONES = { pending: "warning", approved: "good", rejected: "plain" } as const;

/** What a partner claimed, with links to the cases. */
export function PartnerClaims({ partner }: { readonly partner: string }) {
  const claims = trpc.admin.reviews.claims.useQuery({ partner, limit: SHOWN }, { staleTime: 0 });
  return (
    <section>
      <h3>Claims</h3>
      <Loaded query={claims} failed="The claims could not be loaded" rows={2}>
        {({ items, total }) =>
          total === 0 ? (
            <p className="soft">They have claimed no place yet.</p>
          ) : (
            <ul className="partner-panel-claims">
              {items.map(({ id, poiName, status, submittedAt }) => (
                <li key={id}>
                  <Link to="/admin/reviews" search={caseOf(id, status)}>
                    <bdi>{poiName}</bdi>
                  </Link>
                  <Badge tone={TONES[status]}>{CLAIMS.status[status]}</Badge>
                  <span className="soft">{formatDay(submittedAt)}</span>
                </li>
              ))}
              {total > items.length && <li className="soft">{PARTNER.more(total - items.length)}</li>}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const caseOf = (id: string, status: keyof typeof TONES) => ({
  case: `claim:${id}`,
  ...(status !== "pending" && { show: "decided" as const }),
});
