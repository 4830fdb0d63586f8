import type { SyncResult } from "../../../../../modules/sync/schema.ts";
import { Badge } from "../../../../kit/page/badge.tsx";
import { ListCard } from "../../../../kit/page/card.tsx";

interface LastResultProps {
  readonly result: SyncResult;
  /** How many places the details are a part of. */
  readonly of: number;
}

/** The result of a run. */
export function LastResult({ result, of }: LastResultProps) {
  const { success, message, synced, errors, details } = result;
  return (
    <ListCard title="Last Sync Result">
      <div className="sync-result">
        <p className="sync-result-line">
          <Badge tone={success ? "good" : "bad"}>{success ? "Success" : "Failed"}</Badge>
          <span>
            {"Synced"}: <strong>{synced.toLocaleString("en-US")}</strong>
          </span>
          <span>
            {"Errors"}: <strong>{errors.toLocaleString("en-US")}</strong>
          </span>
        </p>
        <p>{message}</p>
        {details.length > 0 && <Details details={details} />}
        {details.length > 0 && of > details.length && (
          <p className="soft">{`${number.format(details.length)} of ${number.format(of)} shown`}</p>
        )}
      </div>
    </ListCard>
  );
}

function Details({ details }: Pick<SyncResult, "details">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="sync-details" aria-label="Details, errors first" tabIndex={0}>
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

const number = new Intl.NumberFormat("en-US");

const RESULT = {
  status: { synced: "synced", error: "error" },
} as const;
