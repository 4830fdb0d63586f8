import { useNavigate, useSearch } from "@tanstack/react-router";
import { NEEDS } from "../../../../copy/en/my-place.ts";
import { RENEW } from "../../../../copy/en/partner-places.ts";
import { formatCalendarDay, formatDueDay } from "../../../../shared/format.ts";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { useNow } from "../../../lib/now.ts";
import { type PortalSearchParams, portalSearchParams, type TabId } from "../search-params.ts";
import { useRights } from "../session.tsx";
import { useDue, useOwn, useReturned, useTransfers } from "./own-data.ts";

interface Need {
  readonly key: string;
  readonly what: string;
  readonly detail: string;
  readonly button: string;
  /** Names the button among the others. */
  readonly label: string;
  /** Where it is answered. */
  readonly to: PortalSearchParams & { readonly tab: TabId };
}

/** What waits for the partner, each with one button; nothing is shown while there is nothing. */
export function NeedsYou() {
  const needs = useNeeds();
  const search = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  if (needs.length === 0) return null;
  return (
    <section className="needs-you" aria-labelledby="needs-you">
      <h2 id="needs-you">{NEEDS.title}</h2>
      <ul>
        {needs.map(({ key, what, detail, button, label, to }) => (
          <li key={key}>
            <p>
              <strong>{what}</strong>
              <span>{detail}</span>
            </p>
            <Button
              id={key}
              className="button-small"
              aria-label={label}
              onClick={() =>
                void navigate({ to: "/partner", search: { ...search, ...to }, resetScroll: false })
              }
            >
              {button}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those with a day of their own first. */
function useNeeds(): readonly Need[] {
  const { claims, reports } = useOwn();
  const now = useNow();
  const { owns } = useRights();
  const transfers = useTransfers().flatMap((each): readonly Need[] => {
    const { id, poiName, partnerName, direction, waitsFor, status, answerBy } = each;
    if (direction !== "incoming" || status !== "pending" || waitsFor !== "owner" || !owns) return [];
    return [
      {
        ...{ key: `need-${id}`, what: NEEDS.transfer(poiName, partnerName) },
        ...{ detail: NEEDS.answerBy(formatDueDay(answerBy)), button: NEEDS.answer },
        ...{ label: NEEDS.answerTo(poiName), to: { tab: "pois", at: id } },
      },
    ];
  });
  const replies = (reports.data?.items ?? []).flatMap((each): readonly Need[] => {
    const { id, placeName, kind, status, reply, replyBy } = each;
    if (status !== "open" || reply !== "") return [];
    const isLate = replyBy === null || replyBy.getTime() < now;
    return [
      {
        ...{ key: `need-${id}`, what: NEEDS.report(placeName, kind) },
        ...{ detail: isLate ? NEEDS.replyLate : NEEDS.replyBy(formatDueDay(replyBy)), button: NEEDS.reply },
        ...{ label: NEEDS.replyTo(placeName), to: { tab: "reports", at: id } },
      },
    ];
  });
  const documents = (claims.data?.items ?? []).flatMap((each): readonly Need[] => {
    const { id, poiName, moreRequested } = each;
    if (moreRequested === null) return [];
    return [
      {
        ...{ key: `need-${id}`, what: NEEDS.documents(poiName), detail: NEEDS.documentsText },
        ...{ button: NEEDS.answer, label: NEEDS.answerClaim(poiName), to: { tab: "claims", at: id } },
      },
    ];
  });
  const unusable = useReturned();
  const returned = unusable.map(
    ({ poiId, poiName, reason }): Need => ({
      ...{ key: `returned-${poiId}`, what: NEEDS.returned(poiName), detail: reason },
      ...{ button: NEEDS.sendAnother, label: NEEDS.sendAnotherOf(poiName) },
      to: { tab: "pois", renew: poiId },
    }),
  );
  const renewals = (useDue() ?? []).flatMap(
    ({ poiId, poiName, tier, until, ended, sentAt }): readonly Need[] => {
      if (until === null || sentAt !== null || unusable.some((each) => each.poiId === poiId)) return [];
      const state = ended ? RENEW.ended : RENEW.ends;
      return [
        {
          ...{
            key: `renew-${poiId}`,
            what: poiName,
            detail: state(TIER_NAMES[tier], formatCalendarDay(until)),
          },
          ...{ button: RENEW.button, label: RENEW.of(poiName), to: { tab: "pois", renew: poiId } },
        },
      ];
    },
  );
  return [...transfers, ...replies, ...documents, ...returned, ...renewals];
}
