import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../../blocks/copy-command/copy-command.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { toast } from "../../../../lib/toast/toast.ts";
import { toastError } from "../../../../lib/toast/toast-error.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Card } from "../../../../ui/card/card.tsx";
import { Confirm, ConfirmSubject } from "../../../../ui/confirm/confirm.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { TOKENS } from "./content.ts";
import { NewToken } from "./new-token.tsx";
import { type ListedToken, TokenList } from "./token-list.tsx";

/** The user's API tokens: list, make one, revoke one. */
export function TokensCard() {
  const tokens = trpc.admin.tokens.list.useQuery({ limit: 100 });
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ListedToken | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card className="tokens-card">
      <div className="card-head">
        <h2 ref={heading} tabIndex={-1}>
          {TOKENS.title}
        </h2>
        <Button look="quiet" className="button-small" onClick={() => setCreating(true)}>
          {TOKENS.create}
        </Button>
      </div>
      <p className="soft">
        {TOKENS.lead} <Link to="/admin/device">{TOKENS.device}</Link>
      </p>
      <Loaded query={tokens} failed={TOKENS.failed} rows={2}>
        {({ items }) => <TokenList tokens={items} onRevoke={setRevoking} />}
      </Loaded>
      <NewToken open={creating} onClose={() => setCreating(false)} />
      <RevokeToken token={revoking} onClose={() => setRevoking(null)} focusAfter={() => heading.current} />
    </Card>
  );
}

interface RevokeTokenProps {
  readonly token: ListedToken | null;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

function RevokeToken({ token, onClose, focusAfter }: RevokeTokenProps) {
  const utils = trpc.useUtils();
  const revoke = trpc.admin.tokens.revoke.useMutation();
  async function onConfirm(): Promise<void> {
    if (!token) return;
    try {
      await revoke.mutateAsync({ id: token.id });
      toast({ title: TOKENS.revoked });
      await utils.admin.tokens.list.invalidate();
    } catch (error) {
      toastError(TOKENS.revokeFailed, error);
    } finally {
      onClose();
    }
  }
  return (
    <Confirm
      open={token !== null}
      onClose={onClose}
      title={TOKENS.revokeTitle}
      action={TOKENS.revoke}
      aside={token && <CopyCommand {...act("admin.tokens.revoke", { id: token.id })} />}
      onConfirm={onConfirm}
      focusAfter={focusAfter}
    >
      <ConfirmSubject name={token?.name} detail={TOKENS.revokeText} />
    </Confirm>
  );
}
