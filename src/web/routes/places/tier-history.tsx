import type { PublicPlace } from "../../../modules/evidence/public/schema.ts";
import { longDay } from "../../../shared/places/day.ts";
import { TIER_NAMES } from "../../../shared/places/places.ts";
import { HISTORY } from "./content.ts";

type Period = PublicPlace["history"][number];

/** The tiers of a place over time, the latest first, with those that are known to follow. */
export function TierHistory({ place: { history, since } }: { readonly place: PublicPlace }) {
  return (
    <section className="tier-history" aria-labelledby="history">
      <h2 id="history">{HISTORY.heading}</h2>
      <ol>
        {history.toReversed().map((period) => (
          <PeriodItem key={period.since} period={period} now={since} />
        ))}
      </ol>
    </section>
  );
}

function PeriodItem({ period, now }: { readonly period: Period; readonly now: string | null }) {
  const { tier, since, until } = period;
  const isNow = since === now;
  const isAhead = now === null || since > now;
  return (
    <li data-tier={tier} data-time={isNow ? "now" : isAhead ? "ahead" : "past"}>
      <p className="tier-history-name">
        {TIER_NAMES[tier]}
        {isNow && <span className="tier-history-now">{HISTORY.now}</span>}
      </p>
      <p className="tier-history-days">
        <time dateTime={since}>{HISTORY.from(longDay(since))}</time>
        {until && (
          <>
            {" "}
            to <time dateTime={until}>{longDay(until)}</time>
          </>
        )}
      </p>
      {isAhead && <p className="tier-history-days">{HISTORY.ahead}</p>}
    </li>
  );
}
