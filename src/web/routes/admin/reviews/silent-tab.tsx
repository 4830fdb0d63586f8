import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { z } from "zod";
import type { silentIssuer } from "../../../../modules/evidence/schema.ts";
import { formatCalendarDay, formatDay, isolated } from "../../../../shared/format.ts";
import { Button } from "../../../kit/page/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";
import { EmptyState, Loaded } from "../../../kit/page/states.tsx";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { WaitingPlace } from "./waiting-list.tsx";

type Silent = z.output<typeof silentIssuer>;

/** Certificates whose issuer does not answer: staff look them up in its register or ask again. */
export function SilentTab() {
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
    <ListCard title="Issuers that do not answer" headingRef={heading}>
      <Loaded query={certificates} failed="The certificates could not be loaded" rows={6}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title="Every issuer has answered or still has time">
              A certificate appears here after two reminders, 5 and 15 days after the question.
            </EmptyState>
          ) : (
            <ul className="waiting-list">
              {items.map((item) => (
                <WaitingPlace
                  key={item.id}
                  poiId={item.poiId}
                  name={item.placeName}
                  city={item.city}
                  state={item.state}
                  facts={factsOf(item)}
                  actions={
                    <Actions
                      item={item}
                      asking={ask.isPending}
                      onAsk={(pressed) => void askAgain(item.id, pressed)}
                    />
                  }
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </ListCard>
  );
}

const factsOf = ({ issuer, number, askedAt, validUntil }: Silent) => [
  `${isolated(issuer)}, certificate ${isolated(number)}`,
  askedAt
    ? `Asked on ${formatDay(askedAt)} and reminded twice`
    : "This issuer has no address, so it was not asked",
  `Valid until ${formatCalendarDay(validUntil)}`,
];

interface ActionsProps {
  readonly item: Silent;
  readonly asking: boolean;
  readonly onAsk: (pressed: Element) => void;
}

const Actions = ({ item: { poiId, placeName, site, askedAt }, asking, onAsk }: ActionsProps) => (
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
        aria-label={`${SILENT.ask}: ${placeName}`}
        onClick={(event) => onAsk(event.currentTarget)}
      >
        {SILENT.ask}
      </Button>
    )}
    <Link
      className="button button-tiny"
      to="/admin/places"
      search={{ place: poiId }}
      aria-label={`${SILENT.lookUp}: ${placeName}`}
    >
      {SILENT.lookUp}
    </Link>
  </>
);

const SILENT = {
  lookUp: "Look it up",
  ask: "Ask again",
} as const;
