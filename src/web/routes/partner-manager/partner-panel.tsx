import { Link } from "@tanstack/react-router";
import type { PartnerDetail } from "../../../modules/partners/schema.ts";
import { formatDateTime, formatDay } from "../../../shared/format.ts";
import { AccountSessions } from "../../kit/account/sessions.tsx";
import { Badge } from "../../kit/page/badge.tsx";
import { Loaded } from "../../kit/page/states.tsx";
import type { Panel } from "../../kit/records/declare-list.ts";
import { MailLink } from "../../kit/text/address-links.tsx";
import { trpc } from "../../lib/api.tsx";
import { PartnerPeople } from "./partner-people.tsx";

/** One partner: the account, its places, and what staff noted. */
export const partnerPanel: Panel<PartnerDetail> = {
  noun: "partner",
  query: (utils, id) => utils.partnerManager.partners.get.queryOptions({ id }),
  nameOf: ({ businessName }) => businessName,
  facts: (partner) => factsOf(partner),
  more: ({ id }) => (
    <>
      <PartnerPeople partner={id} />
      <Places owner={id} />
      <Claims partner={id} />
      <Sessions id={id} />
    </>
  ),
  notes: "partner",
};

function Sessions({ id }: { readonly id: string }) {
  const { partnerManager } = trpc.useUtils();
  const sessions = trpc.partnerManager.partners.sessions.useQuery({ id }, { staleTime: 0 });
  const end = trpc.partnerManager.partners.endSession.useMutation();
  const endAll = trpc.partnerManager.partners.endSessions.useMutation();
  return (
    <AccountSessions
      query={sessions}
      end={(session) => end.mutateAsync({ id, session: session.id })}
      endAll={() => endAll.mutateAsync({ id })}
      reload={() => partnerManager.partners.sessions.invalidate({ id })}
    />
  );
}

const SHOWN = 20;

function Places({ owner }: { readonly owner: string }) {
  const places = trpc.admin.pois.list.useQuery({ owner, limit: SHOWN }, { staleTime: 0 });
  return (
    <section>
      <h3>Places</h3>
      <Loaded query={places} failed="The places could not be loaded" rows={2}>
        {({ items, total }) => (
          <>
            {items.map(({ id, name, city }) => (
              <p key={id}>
                <Link to="/admin/places" search={{ place: id }}>
                  <bdi>{name}</bdi>
                </Link>
                , <bdi>{city}</bdi>
              </p>
            ))}
            {total === 0 && <p className="soft">They own no place yet.</p>}
            {total > items.length && <p className="soft">{`and ${total - items.length} more`}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

const factsOf = (partner: PartnerDetail) =>
  [
    ["Contact", partner.contactName],
    ["Email", <MailLink key="email" address={partner.email} />],
    ["Phone", partner.phone],
    ["Status", partner.isVerified ? "Verified" : "Pending"],
    ["Address confirmed", partner.emailConfirmedAt ? formatDateTime(partner.emailConfirmedAt) : "Not yet"],
    ["First sign-in", partner.firstLoginAt ? formatDateTime(partner.firstLoginAt) : "Not yet"],
    ["Created", formatDateTime(partner.createdAt)],
  ] as const;

const CLAIM_NAMES = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;
const CLAIM_TONES = { pending: "warning", approved: "good", rejected: "plain" } as const;

/** What a partner claimed, with links to the cases. */
function Claims({ partner }: { readonly partner: string }) {
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
                  <Badge tone={CLAIM_TONES[status]}>{CLAIM_NAMES[status]}</Badge>
                  <span className="soft">{formatDay(submittedAt)}</span>
                </li>
              ))}
              {total > items.length && <li className="soft">{`and ${total - items.length} more`}</li>}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const caseOf = (id: string, status: keyof typeof CLAIM_TONES) => ({
  case: `claim:${id}`,
  ...(status !== "pending" && { show: "decided" as const }),
});
