import type { SyncResult } from "../../../../../modules/sync/schema.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { ListCard } from "../../../../kit/page/list-card.tsx";
import { RESULT } from "../content.ts";

interface LastResultProps {
  readonly result: SyncResult;
  /** How many places the details are a part of. */
  readonly of: number;
}

/** The result of a run. */
export function LastResult({ result, of }: LastResultProps) {
  const { success, message, synced, errors, details } = result;
  return (
    <ListCard title={RESULT.title}>
      <div className="sync-result">
        <p className="sync-result-line">
          <Badge tone={success ? "good" : "bad"}>{success ? RESULT.success : RESULT.failed}</Badge>
          <span>
            {RESULT.synced}: <strong>{synced.toLocaleString("en-US")}</strong>
          </span>
          <span>
            {RESULT.errors}: <strong>{errors.toLocaleString("en-US")}</strong>
          </span>
        </p>
        <p>{message}</p>
        {details.length > 0 && <Details details={details} />}
        {details.length > 0 && of > details.length && (
          <p className="soft">{RESULT.shown(details.length, of)}</p>
        )}
      </div>
    </ListCard>
  );
}

function Details({ details }: Pick<SyncResult, "details">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="sync-details" aria-label={RESULT.details} tabIndex={0}>
      <ul>
        {details.map(({ name, status, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes, and names may be equal
          <li key={index}>
            <Badge tone={status === "synced" ? "good" : "bad"}>{RESULT.status[status]}</Badge>
            <span>
              {name}
              {message && <span className="soft"> {message}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
