import { QUICK } from "../../../../copy/en/partner.ts";
import type { Proof } from "../../../../modules/ownership/claims/proofs/schema.ts";
import type { Claim } from "../../../../modules/ownership/claims/schema.ts";
import { formatDateTime, formatDay } from "../../../../shared/format.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { requiredTexts, textOf } from "../../../lib/form.ts";
import { toast, toastOutcome } from "../../../lib/toast.ts";
import { useBusy } from "../../../lib/use-busy.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

interface QuickProofsProps {
  readonly claim: Claim;
  readonly open?: boolean;
}

/** Ways to prove a pending claim without a file, each with a code. */
export function QuickProofs({ claim, open = false }: QuickProofsProps) {
  const { sendsEmail } = useBrand();
  const list = trpc.partner.claims.list.useInfiniteQuery(
    { limit: 50 },
    { getNextPageParam: ({ next }) => next },
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const current = items.find(({ id }) => id === claim.id) ?? claim;
  const proofs = current.proofs.filter(({ kind, askedAt }) => kind !== "email" || sendsEmail || askedAt);
  if (proofs.length === 0 || current.status !== "pending") return null;
  return (
    <details className="quick-proofs" open={open || proofs.some(({ askedAt }) => askedAt !== null)}>
      <summary>{QUICK.title}</summary>
      <p className="soft">{QUICK.text}</p>
      <ul>
        {proofs.map((proof) => (
          <li key={proof.kind}>
            <Way claimId={claim.id} proof={proof} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface WayProps {
  readonly claimId: string;
  readonly proof: Proof;
}

function Way({ claimId, proof }: WayProps) {
  const { kind, target, askedAt, sentAt, expiresAt, confirmedAt, isCurrent } = proof;
  if (confirmedAt)
    return (
      <p className="quick-proofs-done">{QUICK.confirmed(QUICK.by[kind](target), formatDay(confirmedAt))}</p>
    );
  const takesCode = askedAt !== null && isCurrent && (kind === "email" ? sentAt !== null : true);
  return (
    <>
      <p>
        <strong>{QUICK.ways[kind](target)}</strong>
      </p>
      {takesCode && <p className="soft">{stateOf(proof)}</p>}
      {takesCode && <CodeForm claimId={claimId} proof={proof} />}
      {!isCurrent && <p className="soft">{QUICK.moved[kind]}</p>}
      {kind === "email" ? (
        <MailboxForm claimId={claimId} domain={target} again={takesCode} />
      ) : (
        (!takesCode || (expiresAt !== null && expiresAt.getTime() < Date.now())) && (
          <AskButton claimId={claimId} kind={kind} />
        )
      )}
    </>
  );
}

function stateOf({ kind, sentAt, expiresAt }: Proof): string {
  if (sentAt === null || expiresAt === null) return QUICK.asked[kind];
  return QUICK.sent[kind](formatDateTime(expiresAt));
}

function useRefresh() {
  const { list } = trpc.useUtils().partner.claims;
  return () => list.invalidate();
}

function AskButton({ claimId, kind }: { readonly claimId: string; readonly kind: "phone" | "letter" }) {
  const ask = trpc.partner.proofs.ask.useMutation();
  const refresh = useRefresh();
  const [busy, run] = useBusy();
  async function send(): Promise<void> {
    await toastOutcome(ask.mutateAsync({ id: claimId, kind }), {
      done: { title: QUICK.askedTitle, description: QUICK.asked[kind] },
      failed: QUICK.askFailed,
    });
    await refresh();
  }
  return (
    <Button look="quiet" className="button-small" aria-disabled={busy} onClick={() => void run(send)}>
      {QUICK.ask[kind]}
    </Button>
  );
}

interface MailboxFormProps {
  readonly claimId: string;
  readonly domain: string;
  readonly again: boolean;
}

function MailboxForm({ claimId, domain, again }: MailboxFormProps) {
  const ask = trpc.partner.proofs.ask.useMutation();
  const refresh = useRefresh();
  const { fields, sending, onSubmit } = useSubmit({
    schema: requiredTexts({ mailbox: QUICK.mailbox }),
    missing: QUICK.missingMailbox,
    read: (data) => ({ mailbox: textOf(data, "mailbox").trim() }),
    send: ({ mailbox = "" }) =>
      ask.mutateAsync({
        ...{ id: claimId, kind: "email" },
        mailbox: mailbox.includes("@") ? mailbox : `${mailbox}@${domain}`,
      }),
    onDone: async () => {
      toast({ title: QUICK.mailed });
      await refresh();
    },
    failed: [QUICK.askFailed],
  });
  return (
    <form className="code-form" aria-label={QUICK.ask.email} noValidate onSubmit={onSubmit}>
      <Field
        label={QUICK.mailboxAt(domain)}
        name="mailbox"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={`hello@${domain}`}
        required
        error={fields.mailbox}
      />
      <Button type="submit" look="quiet" disabled={sending}>
        {sending ? QUICK.sending : again ? QUICK.again : QUICK.ask.email}
      </Button>
    </form>
  );
}

function CodeForm({ claimId, proof: { kind, target } }: WayProps) {
  const confirm = trpc.partner.proofs.confirm.useMutation();
  const refresh = useRefresh();
  const { fields, sending, onSubmit } = useSubmit({
    schema: requiredTexts({ code: QUICK.code }),
    missing: QUICK.missingCode,
    read: (data) => ({ code: textOf(data, "code").trim() }),
    send: ({ code = "" }) => confirm.mutateAsync({ id: claimId, kind, code }),
    onDone: async () => {
      toast({ title: QUICK.done, description: QUICK.doneText });
      await refresh();
    },
    failed: [QUICK.codeFailed],
    onFailed: () => void refresh(),
  });
  return (
    <form
      className="code-form"
      aria-label={QUICK.codeOf(QUICK.by[kind](target))}
      noValidate
      onSubmit={onSubmit}
    >
      <Field
        label={QUICK.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
        error={fields.code}
      />
      <Button type="submit" disabled={sending}>
        {sending ? QUICK.checking : QUICK.enter}
      </Button>
    </form>
  );
}
