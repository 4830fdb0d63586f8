import { Link } from "@tanstack/react-router";
import type { inferRouterOutputs } from "@trpc/server";
import { useRef, useState } from "react";
import { createTokenInput } from "../../../../modules/accounts/tokens/schema.ts";
import type { AppRouter } from "../../../../router.ts";
import { days } from "../../../../shared/duration.ts";
import type { FieldErrors } from "../../../../shared/errors.ts";
import { formatDateTime, formatDay } from "../../../../shared/format.ts";
import { scopesOfRole } from "../../../../shared/people/accounts.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { Confirm, ConfirmSubject } from "../../../kit/dialog/confirm.tsx";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { DialogForm, FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { Field, SelectField } from "../../../kit/form/field.tsx";
import { chosenScopes, ScopePicker } from "../../../kit/form/scope-picker.tsx";
import { Badge } from "../../../kit/page/badge.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/states.tsx";
import { useStaff } from "../../../kit/staff/use-staff.ts";
import { trpc } from "../../../lib/api.tsx";
import { textOf } from "../../../lib/form.ts";
import { useNow } from "../../../lib/now.ts";
import { toast, toastError } from "../../../lib/toast.ts";

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
          API tokens
        </h2>
        <Button look="quiet" className="button-small" onClick={() => setCreating(true)}>
          New token
        </Button>
      </div>
      <p className="soft">
        {
          "A script or the command line uses a token instead of your password. It may do only what you choose, and never more than your role."
        }{" "}
        <Link to="/admin/device">Approve a device</Link>
      </p>
      <Loaded query={tokens} failed="The tokens could not be loaded" rows={2}>
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
      toast({ title: "Token revoked" });
      await utils.admin.tokens.list.invalidate();
    } catch (error) {
      toastError("Failed to revoke the token. Please try again.", error);
    } finally {
      onClose();
    }
  }
  return (
    <Confirm
      open={token !== null}
      onClose={onClose}
      title="Revoke this token?"
      action="Revoke"
      onConfirm={onConfirm}
      focusAfter={focusAfter}
    >
      <ConfirmSubject name={token?.name} detail="Whatever uses it stops working at once." />
    </Confirm>
  );
}

type ListedToken = inferRouterOutputs<AppRouter>["admin"]["tokens"]["list"]["items"][number];

interface TokenListProps {
  readonly tokens: readonly ListedToken[];
  readonly onRevoke: (token: ListedToken) => void;
}

function TokenList({ tokens, onRevoke }: TokenListProps) {
  if (tokens.length === 0) return <p className="soft">You have no tokens.</p>;
  return (
    <ul className="token-list">
      {tokens.map((token) => (
        <Token key={token.id} token={token} onRevoke={() => onRevoke(token)} />
      ))}
    </ul>
  );
}

function Token({ token, onRevoke }: { readonly token: ListedToken; readonly onRevoke: () => void }) {
  const { name, ending, scopes, expiresAt, isService, username } = token;
  const isExpired = expiresAt.getTime() <= useNow();
  return (
    <li className="token-list-item">
      <div>
        <p className="token-list-name">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <code>rihla_…{ending}</code> {isService && <Badge>service {username}</Badge>}{" "}
          {isExpired && <Badge tone="warning">Expired</Badge>}
        </p>
        <p>{scopes.join(", ")}</p>
        <p className="soft">
          <LastUse {...token} /> · valid until {formatDay(expiresAt)}
        </p>
        <Calls calls={token.calls} />
      </div>
      <Button look="quiet" className="button-small" onClick={onRevoke}>
        Revoke
        <span className="visually-hidden">: {name}</span>
      </Button>
    </li>
  );
}

function LastUse({ lastUsedAt, lastUsedAddress }: ListedToken) {
  if (lastUsedAt === null) return "Never used";
  const when = `Last used ${formatDateTime(lastUsedAt)}`;
  return lastUsedAddress === null ? when : `${when} from ${lastUsedAddress}`;
}

/** What it may call now, given the user's role. */
function Calls({ calls }: { readonly calls: readonly string[] }) {
  if (calls.length === 0) return <p className="soft">It opens no calls now.</p>;
  return (
    <details>
      <summary>{calls.length === 1 ? "1 call" : `${calls.length} calls`}</summary>
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

interface NewTokenProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Makes a token and shows it once. */
function NewToken({ open, onClose }: NewTokenProps) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <>
      <FormDialog open={open} onClose={onClose} title={NEW_TOKEN.title} size="small">
        {open && <NewTokenForm onMade={setToken} />}
      </FormDialog>
      <Dialog
        open={token !== null}
        onOpenChange={() => undefined}
        title="Your new token"
        description="Copy it now: it is not shown again."
        size="small"
        held
      >
        {token !== null && <Made token={token} onDone={() => setToken(null)} />}
      </Dialog>
    </>
  );
}

const readToken = (form: FormData) => ({
  name: textOf(form, "name"),
  service: textOf(form, "service"),
  scopes: chosenScopes(form),
  expiresAt: new Date(Date.now() + days(Number(form.get("lifetime")))),
});

function NewTokenForm({ onMade }: { readonly onMade: (token: string) => void }) {
  const { role } = useStaff();
  const utils = trpc.useUtils();
  const create = trpc.admin.tokens.create.useMutation();
  const made = useRef<string | null>(null);
  return (
    <DialogForm
      words={NEW_TOKEN}
      schema={createTokenInput}
      read={readToken}
      send={async (input) => {
        made.current = (await create.mutateAsync(input)).token;
        create.reset(); // otherwise the mutation keeps the token
      }}
      onDone={() => {
        void utils.admin.tokens.list.invalidate();
        if (made.current !== null) onMade(made.current);
      }}
    >
      {(errors) => <Fields errors={errors} role={role} />}
    </DialogForm>
  );
}

interface FieldsProps {
  readonly errors: FieldErrors;
  readonly role: Parameters<typeof scopesOfRole>[0];
}

const Fields = ({ errors, role }: FieldsProps) => (
  <>
    <Field
      label={NEW_TOKEN.name}
      name="name"
      autoComplete="off"
      required
      placeholder={NEW_TOKEN.nameHint}
      error={errors.name}
    />
    {role === "super_admin" && (
      <Field
        label={NEW_TOKEN.service}
        name="service"
        autoComplete="off"
        autoCapitalize="none"
        placeholder={NEW_TOKEN.serviceHint}
        error={errors.service}
      />
    )}
    <SelectField label={NEW_TOKEN.lifetime} name="lifetime" defaultValue="90" error={errors.expiresAt}>
      {LIFETIMES.map(([count, label]) => (
        <option key={count} value={count}>
          {label}
        </option>
      ))}
    </SelectField>
    <ScopePicker scopes={scopesOfRole(role)} error={errors.scopes} />
  </>
);

function Made({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  return (
    <div className="dialog-form">
      <code className="new-token">{token}</code>
      <div className="dialog-actions">
        <CopyButton text={token} what="the token" />
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

const NEW_TOKEN = {
  title: "New API token",
  name: "Name",
  nameHint: "Where you use it, such as “Nightly report”",
  service: "Service account (optional)",
  serviceHint: "Empty for a token of your own",
  lifetime: "Valid for",
  submit: "Create token",
  sending: "Creating...",
  missing: "Please fill in all required fields",
  failed: "Failed to create the token. Please try again.",
} as const;

/** In days. */
const LIFETIMES: readonly (readonly [days: number, label: string])[] = [
  [7, "7 days"],
  [30, "30 days"],
  [90, "90 days"],
  [365, "1 year"],
];
