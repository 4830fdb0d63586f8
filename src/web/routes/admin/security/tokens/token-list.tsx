import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../../router.ts";
import { formatDateTime, formatDay, useNow } from "../../../../lib/format/format-date.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { TOKENS } from "./content.ts";

export type ListedToken = inferRouterOutputs<AppRouter>["admin"]["tokens"]["list"]["items"][number];

interface TokenListProps {
  readonly tokens: readonly ListedToken[];
  readonly onRevoke: (token: ListedToken) => void;
}

export function TokenList({ tokens, onRevoke }: TokenListProps) {
  if (tokens.length === 0) return <p className="soft">{TOKENS.none}</p>;
  return (
    <ul className="token-list">
      {tokens.map((token) => (
        <Token key={token.id} token={token} onRevoke={() => onRevoke(token)} />
      ))}
    </ul>
  );
}

function Token({ token, onRevoke }: { readonly token: ListedToken; readonly onRevoke: () => void }) {
  const { name, ending, scopes, expiresAt } = token;
  const isExpired = expiresAt.getTime() <= useNow();
  return (
    <li className="token-list-item">
      <div>
        <p className="token-list-name">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <code>rihla_…{ending}</code> {isExpired && <Badge tone="warning">{TOKENS.expired}</Badge>}
        </p>
        <p>{scopes.join(", ")}</p>
        <p className="soft">
          <LastUse {...token} /> · {TOKENS.until} {formatDay(expiresAt)}
        </p>
        <Calls calls={token.calls} />
      </div>
      <Button look="quiet" className="button-small" onClick={onRevoke}>
        {TOKENS.revoke}
        <span className="visually-hidden">: {name}</span>
      </Button>
    </li>
  );
}

function LastUse({ lastUsedAt, lastUsedAddress }: ListedToken) {
  if (lastUsedAt === null) return TOKENS.unused;
  const when = `${TOKENS.used} ${formatDateTime(lastUsedAt)}`;
  return lastUsedAddress === null ? when : `${when} ${TOKENS.from} ${lastUsedAddress}`;
}

/** What it may call now, given the user's role. */
function Calls({ calls }: { readonly calls: readonly string[] }) {
  if (calls.length === 0) return <p className="soft">{TOKENS.noCalls}</p>;
  return (
    <details>
      <summary>{TOKENS.calls(calls.length)}</summary>
      <ul>
        {calls.map((call) => (
          <li key={call}>
            <code>{call}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
