import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { z } from "zod";
import type { expiringPlace, silentIssuer } from "../../../../modules/evidence/schema.ts";
import { formatCalendarDay, formatDay, isolated } from "../../../../shared/format.ts";
import { TIER_NAMES } from "../../../../shared/places/places.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { EmptyState, Loaded, type Loading } from "../../../kit/page/states.tsx";
import { UserText } from "../../../kit/text/user-text.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toast, toastError } from "../../../lib/toast.ts";

interface WaitingPlaceProps {
  readonly poiId: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  /** One fact a line. */
  readonly facts: readonly (string | null)[];
  readonly actions?: ReactNode;
}

/** A place in a queue, with what waits and what can be done. */
function WaitingPlace({ poiId, name, city, state, facts, actions }: WaitingPlaceProps) {
  return (
    <li className="waiting-list-item">
      <div>
        <Link className="waiting-list-place" to="/admin/places" search={{ place: poiId }}>
          <UserText text={name} />
        </Link>
        <p className="soft">
          <bdi>{city}</bdi>, {state}
        </p>
        {facts.map((fact) => fact && <p key={fact}>{fact}</p>)}
      </div>
      {actions && <div className="waiting-list-actions">{actions}</div>}
    </li>
  );
}

interface WaitingCardProps<Item> {
  readonly title: string;
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
  readonly query: Loading<readonly Item[]>;
  readonly failed: string;
  readonly empty: string;
  readonly emptyText: string;
  readonly placeOf: (item: Item) => WaitingPlaceProps & { readonly key: string };
  readonly more?: ReactNode;
}

/** A queue of places. */
function WaitingCard<Item>({
  title,
  headingRef,
  query,
  failed,
  placeOf,
  more,
  ...words
}: WaitingCardProps<Item>) {
  return (
    <ListCard title={title} headingRef={headingRef}>
      <Loaded query={query} failed={failed} rows={6}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
          ) : (
            <>
              <ul className="waiting-list">
                {items.map((item) => {
                  const { key, ...place } = placeOf(item);
                  return <WaitingPlace key={key} {...place} />;
                })}
              </ul>
              {more}
            </>
          )
        }
      </Loaded>
    </ListCard>
  );
}

const PAGE_SIZE = 50;

/** Places whose tier ends soon, the first ones first. */
export function ExpiringList() {
  const [cursor, setCursor] = useState<string | undefined>(undefined);
  const page = trpc.admin.reviews.expiring.useQuery(
    { cursor, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const next = page.data?.next ?? null;
  return (
    <WaitingCard
      title="Tiers ending soon"
      query={{ ...page, data: page.data?.items }}
      failed="The places could not be loaded"
      empty="No tier ends soon"
      emptyText="Places appear here 30 days before the last day of their tier."
      placeOf={(place) => ({
        ...place,
        key: place.poiId,
        name: place.placeName,
        facts: expiringFacts(place),
        actions: (
          <Link
            className="button button-tiny"
            to="/admin/places"
            search={{ place: place.poiId }}
            aria-label={`Record evidence: ${place.placeName}`}
          >
            Record evidence
          </Link>
        ),
      })}
      more={
        next !== null && (
          <p className="waiting-list-more">
            <Button look="quiet" className="button-small" onClick={() => setCursor(next)}>
              Show later
            </Button>
          </p>
        )
      }
    />
  );
}

const expiringFacts = ({
  tier,
  next,
  until,
  basis,
  hasOwner,
  renewalSentAt,
}: z.output<typeof expiringPlace>) => [
  `“${TIER_NAMES[tier]}” until ${formatCalendarDay(until)}, then “${TIER_NAMES[next]}”`,
  basis && BASES[basis],
  renewalSentAt && `The owner sent a new certificate on ${formatDay(renewalSentAt)}`,
  hasOwner ? null : "No owner, so no one is reminded",
];

const BASES = {
  certificate: "Its certificate ends",
  declaration: "A year since what is served was checked",
  prior: "Verified before evidence was recorded: collect the evidence",
} as const;

type Silent = z.output<typeof silentIssuer>;

/** Certificates whose issuer does not answer: staff look them up in its register or ask again. */
export function SilentList() {
  const certificates = trpc.admin.reviews.silentIssuers.useQuery();
  const heading = useRef<HTMLHeadingElement>(null);
  const ask = trpc.admin.reviews.askAgain.useMutation();
  const utils = trpc.useUtils();
  async function askAgain(id: string, pressed: Element): Promise<void> {
    try {
      await ask.mutateAsync({ id });
      toast({ title: "The issuer was asked again" });
    } catch (error) {
      toastError("The issuer was not asked", error);
    }
    await utils.admin.reviews.invalidate();
    focusFrom(pressed, heading.current);
  }
  return (
    <WaitingCard
      title="Issuers that have not replied"
      headingRef={heading}
      query={certificates}
      failed="The certificates could not be loaded"
      empty="Every issuer has answered or still has time"
      emptyText="A certificate appears here after two reminders, 5 and 15 days after the question."
      placeOf={(item) => ({
        ...item,
        key: item.id,
        name: item.placeName,
        facts: silentFacts(item),
        actions: (
          <SilentActions
            item={item}
            asking={ask.isPending}
            onAsk={(pressed) => void askAgain(item.id, pressed)}
          />
        ),
      })}
    />
  );
}

const silentFacts = ({ issuer, number, askedAt, validUntil }: Silent) => [
  `${isolated(issuer)}, certificate ${isolated(number)}`,
  askedAt
    ? `Asked on ${formatDay(askedAt)} and reminded twice`
    : "This issuer has no address, so it was not asked",
  `Valid until ${formatCalendarDay(validUntil)}`,
];

interface SilentActionsProps {
  readonly item: Silent;
  readonly asking: boolean;
  readonly onAsk: (pressed: Element) => void;
}

const SilentActions = ({ item: { poiId, placeName, site, askedAt }, asking, onAsk }: SilentActionsProps) => (
  <>
    {site && (
      <a
        className="button button-tiny"
        data-look="quiet"
        href={site}
        target="_blank"
        rel="noopener noreferrer"
      >
        Open its site
      </a>
    )}
    {askedAt && (
      <Button
        look="quiet"
        className="button-tiny"
        disabled={asking}
        aria-label={`Ask again: ${placeName}`}
        onClick={(event) => onAsk(event.currentTarget)}
      >
        Ask again
      </Button>
    )}
    <Link
      className="button button-tiny"
      to="/admin/places"
      search={{ place: poiId }}
      aria-label={`Look it up: ${placeName}`}
    >
      Look it up
    </Link>
  </>
);
