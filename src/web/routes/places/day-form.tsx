import type { Why } from "../../../modules/evidence/public/schema.ts";
import { longDay } from "../../../shared/places/day.ts";
import { TierBadge } from "../../blocks/tier-badge/tier-badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { DAY } from "./content.ts";
import { recordSentences } from "./record-sentences.ts";
import type { AskedDay } from "./views.ts";

interface DayFormProps {
  readonly placeId: string;
  readonly asked: AskedDay | null;
}

/** Asks for a day, and shows the tier and the records as they were known by the end of it. */
export function DayForm({ placeId, asked }: DayFormProps) {
  const isMalformed = asked !== null && asked.why === null;
  return (
    <section className="day-form" id="day" aria-labelledby="day-heading">
      <h2 id="day-heading">{DAY.heading}</h2>
      <p className="soft">{DAY.text}</p>
      <form method="get" action={`/places/${placeId}#day`}>
        <div className="field day-form-field">
          <label htmlFor="on">{DAY.label}</label>
          <input
            id="on"
            type="date"
            name="on"
            defaultValue={isMalformed ? undefined : asked?.on}
            aria-invalid={isMalformed || undefined}
            aria-describedby={isMalformed ? "on-error" : undefined}
          />
          {isMalformed && (
            <p id="on-error" className="field-error" role="alert">
              {DAY.malformed}
            </p>
          )}
        </div>
        <Button type="submit" look="quiet">
          {DAY.show}
        </Button>
      </form>
      {asked?.why && <Answer why={asked.why} />}
    </section>
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
