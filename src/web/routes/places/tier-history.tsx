import { DAY, HISTORY, RECORD } from "../../../copy/en/places.ts";
import type { PublicPlace, Why } from "../../../modules/directory/pages/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { TIER_NAMES } from "../../../shared/places/places.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { Button } from "../../kit/controls/button.tsx";
import { TierBadge } from "../../kit/site/tier-mark.tsx";
import type { AskedDay } from "./views.ts";

type Period = PublicPlace["history"][number];

interface TierHistoryProps {
  readonly place: PublicPlace;
  /** Null unless the visitor chose a day. */
  readonly asked: AskedDay | null;
}

/** The tiers of a place over time, the latest first, with those that are known to follow; and what was known on a day. */
export function TierHistory({ place, asked }: TierHistoryProps) {
  const { history, since } = place;
  return (
    <section className="tier-history" aria-labelledby="history">
      <h2 id="history">{HISTORY.heading}</h2>
      <ol>
        {history.toReversed().map((period) => (
          <PeriodItem key={period.since} period={period} now={since} />
        ))}
      </ol>
      <DayForm path={placePath(place)} asked={asked} />
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
            {HISTORY.to} <time dateTime={until}>{longDay(until)}</time>
          </>
        )}
      </p>
      {isAhead && <p className="tier-history-days">{HISTORY.ahead}</p>}
    </li>
  );
}

interface DayFormProps {
  readonly path: string;
  readonly asked: AskedDay | null;
}

/** Asks for a day, and shows the tier and the records as they were known by the end of it. */
function DayForm({ path, asked }: DayFormProps) {
  const isMalformed = asked !== null && asked.why === null;
  return (
    <div className="day-form" id="day">
      <form method="get" action={`${path}#day`} aria-label={DAY.text}>
        <p>{DAY.text}</p>
        <label className="visually-hidden" htmlFor="on">
          {DAY.label}
        </label>
        <input
          id="on"
          type="date"
          name="on"
          defaultValue={isMalformed ? undefined : asked?.on}
          aria-invalid={isMalformed || undefined}
          aria-describedby={isMalformed ? "on-error" : undefined}
        />
        <Button type="submit" look="quiet" className="button-small">
          {DAY.show}
        </Button>
        {isMalformed && (
          <p id="on-error" className="field-error" role="alert">
            {DAY.malformed}
          </p>
        )}
      </form>
      {asked?.why && <Answer why={asked.why} />}
    </div>
  );
}

function Answer({ why: { tier, on, records } }: { readonly why: Why }) {
  const status = tier ?? "unverified";
  return (
    <div className="day-form-answer">
      <h3>
        <span>{DAY.answer(longDay(on), "")}</span>
        <TierBadge status={status} />
      </h3>
      {records.length === 0 ? (
        <p>{DAY.none}</p>
      ) : (
        <ul aria-label={DAY.records}>
          {records.map((record) => (
            <li key={record.id}>
              {recordSentences(record).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type ShownRecord = Why["records"][number];

/** A record of evidence in sentences for visitors: what it is, who read it and whether it was revoked. */
function recordSentences(record: ShownRecord): readonly string[] {
  const { kind, number, readBy, revokedAt } = record;
  return [
    whatItIs(record),
    ...(kind === "certificate" ? [RECORD.readBy(number === null ? 0 : readBy)] : []),
    ...(revokedAt === null ? [] : [RECORD.revoked(longDay(revokedAt))]),
  ];
}

function whatItIs({ kind, issuer, number, validFrom, validUntil, checkedAt }: ShownRecord): string {
  const on = checkedAt === null ? null : longDay(checkedAt);
  if (kind === "prior") return RECORD.prior;
  if (kind !== "certificate") return (RECORD.kinds[kind] ?? RECORD.statement)(on, issuer);
  if (number === null) return RECORD.unread(on);
  const days = validFrom && validUntil ? ([longDay(validFrom), longDay(validUntil)] as const) : null;
  return RECORD.certificate(number, issuer, days);
}
