import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { trpc } from "../../../lib/api.tsx";
import { formatDay } from "../../../lib/format/format-date.ts";
import { Alert } from "../../../ui/alert/alert.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { UserText } from "../../../ui/user-text/user-text.tsx";
import { portalSearchParams } from "../search-params.ts";
import { RENEW } from "./content.ts";
import { type Due, stateOf } from "./due.ts";
import { RenewDialog } from "./renew-dialog.tsx";

/** The places whose tier ends soon or has ended. A mailed link opens one of them; nothing is shown while there is none. */
export function Renewals() {
  const { data } = trpc.partner.renewals.list.useQuery(undefined, { staleTime: 0 });
  const { open, show } = useOpenRenewal();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!data) return null;
  const chosen = data.find(({ poiId, sentAt }) => poiId === open && sentAt === null) ?? null;
  const isGone = open !== undefined && !data.some(({ poiId }) => poiId === open);
  return (
    <>
      {isGone && <Alert tone="info">{RENEW.nothing}</Alert>}
      {data.length > 0 && (
        <section className="renewals" aria-labelledby="renewals-title">
          <h2 id="renewals-title" ref={heading} tabIndex={-1}>
            {RENEW.title}
          </h2>
          <ul>
            {data.map((due) => (
              <Row key={due.poiId} due={due} onRenew={() => show(due.poiId)} />
            ))}
          </ul>
        </section>
      )}
      <RenewDialog due={chosen} onClose={() => show(undefined)} focusAfter={() => heading.current} />
    </>
  );
}

interface RowProps {
  readonly due: Due;
  readonly onRenew: () => void;
}

const Row = ({ due, onRenew }: RowProps) => (
  <li className="renewals-place">
    <div>
      <h3>
        <UserText text={due.poiName} />
      </h3>
      <p>{stateOf(due)}</p>
      {due.sentAt && <p className="soft">{RENEW.sent(formatDay(due.sentAt))}</p>}
    </div>
    {due.sentAt === null && (
      <Button className="button-small" aria-label={RENEW.of(due.poiName)} onClick={onRenew}>
        {RENEW.button}
      </Button>
    )}
  </li>
);

/** The open place, in the URL. */
function useOpenRenewal() {
  const search = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (renew: string | undefined) =>
    void navigate({ to: "/partner", search: { ...search, renew }, replace: true, resetScroll: false });
  return { open: search.renew, show } as const;
}
