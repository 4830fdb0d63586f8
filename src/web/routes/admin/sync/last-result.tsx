import type { SyncResult } from "../../../../modules/sync/schema.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { RESULT } from "./content.ts";

/** The result of the run that was started on this screen. */
export function LastResult({ result }: { readonly result: SyncResult }) {
  const { success, message, synced, errors, details } = result;
  return (
    <ListCard title={RESULT.title}>
      <div className="sync-result">
        <p className="sync-result-line">
          <Badge tone={success ? "good" : "bad"}>{success ? RESULT.success : RESULT.failed}</Badge>
          <span>
            {RESULT.synced}: <strong>{synced}</strong>
          </span>
          <span>
            {RESULT.errors}: <strong>{errors}</strong>
          </span>
        </p>
        <p>{message}</p>
        {details.length > 0 && <Details details={details} />}
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
