import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ASK, LISTS, ME, YOURS } from "../../../copy/en/me.ts";
import { type OwnData, personInput } from "../../../modules/people/schema.ts";
import { formatDay } from "../../../shared/format.ts";
import { formatDollars } from "../../../shared/money/money.ts";
import type { RetainedData } from "../../../shared/people/personal-data.ts";
import { Button, ButtonLink } from "../../kit/controls/button.tsx";
import { Confirm } from "../../kit/dialog/confirm.tsx";
import { EmailField } from "../../kit/form/email-field.tsx";
import { Alert, NoEmailNote } from "../../kit/page/alert.tsx";
import { Card } from "../../kit/page/card.tsx";
import { PublicPage } from "../../kit/site/public-page.tsx";
import { trpc } from "../../lib/api.tsx";
import { refusalOf } from "../../lib/errors.ts";
import { textOf } from "../../lib/form.ts";
import { toast, toastError } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { type OwnProps, SignupCard } from "./signup-card.tsx";

/** What is kept about a person, by the link that was mailed to them; without one, the form that asks for it. */
export function MePage() {
  return (
    <PublicPage title={ME.title}>
      <div className="me wrap">
        <h1>{ME.title}</h1>
        <Content />
      </div>
    </PublicPage>
  );
}

function Content() {
  const { state, load, token } = useOwnData();
  if (state.at === "reading") return <p role="status">{ME.reading}</p>;
  if (state.at === "asking") return <AskForm refused={state.refused} />;
  if (state.at === "nothing") return <p role="status">{ME.nothing}</p>;
  if (state.at === "unreached")
    return (
      <>
        <Alert>{ME.unreached}</Alert>
        <Button onClick={() => void load()}>{ME.again}</Button>
      </>
    );
  const own = { data: state.data, token, onChanged: load };
  return (
    <>
      <p className="lead">
        {ME.about} <strong>{state.data.email}</strong>
      </p>
      <SignupCard {...own} />
      <OwnLists data={state.data} />
      <Yours {...own} />
    </>
  );
}

/** Asks for the link by address. */
function AskForm({ refused }: { readonly refused: string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { mutateAsync } = trpc.public.me.link.useMutation();
  const { fields, sending, limited, onSubmit } = useSubmit({
    schema: personInput,
    missing: ASK.missing,
    read: (form) => ({ email: textOf(form, "email") }),
    send: async (input) => {
      await mutateAsync(input);
      setSentTo(input.email.trim());
    },
    onDone: () => undefined,
    onlyAtFields: true,
    failed: [ME.failed, ME.unreached],
  });
  return (
    <Card className="me-card">
      {refused !== null && <Alert>{refused}</Alert>}
      <p>{ASK.text}</p>
      <form className="me-form" method="post" aria-label={ASK.form} noValidate onSubmit={onSubmit}>
        <EmailField label={ASK.email} name="email" autoComplete="email" required error={fields.email} />
        <div role="status">
          {sentTo !== null && <NoEmailNote insteadOf={<Alert tone="info">{ASK.sent(sentTo)}</Alert>} />}
        </div>
        {limited && <Alert>{limited}</Alert>}
        <Button type="submit" disabled={sending}>
          {sending ? ASK.sending : ASK.submit}
        </Button>
      </form>
    </Card>
  );
}

type State =
  | { readonly at: "reading" }
  | { readonly at: "asking"; readonly refused: string | null }
  | { readonly at: "unreached" }
  | { readonly at: "nothing" }
  | { readonly at: "shown"; readonly data: OwnData };

const SKIP_LINK = "main";

/** What the link in the fragment leads to. The fragment is read at once, because the skip link replaces it. */
function useOwnData() {
  const { mutateAsync } = trpc.public.me.show.useMutation();
  const token = useRef("");
  const [state, setState] = useState<State>({ at: "reading" });
  const load = useCallback(async () => {
    setState(
      await mutateAsync({ token: token.current }).then(
        (data): State => ({ at: "shown", data }),
        (error: unknown) => stateOf(error),
      ),
    );
  }, [mutateAsync]);
  useEffect(() => {
    function open(): void {
      const fragment = window.location.hash.slice(1);
      if (fragment === SKIP_LINK && token.current !== "") return;
      token.current = fragment === SKIP_LINK ? "" : fragment;
      if (token.current === "") setState({ at: "asking", refused: null });
      else void load();
    }
    open();
    window.addEventListener("hashchange", open);
    return () => window.removeEventListener("hashchange", open);
  }, [load]);
  return { state, load, token } as const;
}

function stateOf(error: unknown): State {
  const refused = refusalOf(error);
  if (refused === null) return { at: "unreached" };
  return refused.status === 404 ? { at: "nothing" } : { at: "asking", refused: refused.sentence };
}

/** Take a copy, or have everything erased. */
function Yours({ token, onChanged }: OwnProps) {
  const copy = trpc.public.me.export.useMutation();
  const erase = trpc.public.me.erase.useMutation();
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState<readonly RetainedData[]>([]);
  const opener = useRef<HTMLButtonElement>(null);
  async function download(): Promise<void> {
    try {
      saveAs(YOURS.file, JSON.stringify(await copy.mutateAsync({ token: token.current }), null, 2));
    } catch (error) {
      toastError(ME.failed, error);
    }
  }
  async function confirmErase(): Promise<void> {
    try {
      const erased = await erase.mutateAsync({ token: token.current });
      toast({ title: YOURS.erased, description: YOURS.erasedText });
      setKept(erased.kept);
      setAsking(false);
      await onChanged();
    } catch (error) {
      toastError(ME.failed, error);
    }
  }
  return (
    <Card className="me-card">
      <h2>{YOURS.heading}</h2>
      <div className="me-actions">
        <Button look="quiet" disabled={copy.isPending} onClick={() => void download()}>
          {YOURS.export}
        </Button>
        <Button ref={opener} look="danger" onClick={() => setAsking(true)}>
          {YOURS.erase}
        </Button>
      </div>
      <KeptList kept={kept} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={YOURS.eraseTitle}
        action={YOURS.erase}
        acting={YOURS.erasing}
        onConfirm={confirmErase}
        focusAfter={() => opener.current}
      >
        {YOURS.eraseText}
      </Confirm>
    </Card>
  );
}

function KeptList({ kept }: { readonly kept: readonly RetainedData[] }) {
  if (kept.length === 0) return null;
  return (
    <>
      <h3>{YOURS.kept}</h3>
      <ul className="me-records">
        {kept.map(({ what, why, until }) => (
          <li key={what}>
            <strong>{what}</strong>
            <span className="soft">{until === null ? why : `${why} Until ${formatDay(until)}.`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

const stateName = (state: string): string => LISTS.states[state] ?? state;
const withState = <Row extends { readonly status: string }>(row: Row) => ({
  ...row,
  state: stateName(row.status),
});

const asEmail = (row: OwnData["replies"][number]) => ({ ...row, name: row.sentFrom, state: "" });

/** Everything besides the signup; empty lists are omitted. */
function OwnLists({ data }: { readonly data: OwnData }) {
  return (
    <>
      <Records
        heading={LISTS.inquiries}
        rows={data.inquiries.map((row) => ({
          ...row,
          name: row.businessName,
          state: [row.reference, row.answeredAt === null ? LISTS.open : LISTS.answered]
            .filter(Boolean)
            .join(" · "),
        }))}
      />
      <Records heading={LISTS.replies} rows={data.replies.map(asEmail)} />
      {data.partnerAccount && (
        <Card className="me-card">
          <p>{LISTS.account}</p>
          <ButtonLink href="/partner" look="quiet">
            {LISTS.signIn}
          </ButtonLink>
        </Card>
      )}
      <Records heading={LISTS.claims} rows={data.claims.map(withState)} />
      <Records heading={LISTS.requests} rows={data.requests.map(withState)} />
      <Records
        heading={LISTS.reports}
        rows={data.reports.map((row) => ({ ...withState(row), name: row.placeName }))}
      />
      <Records heading={LISTS.suggestions} rows={data.suggestions.map(withState)} />
      <Records heading={LISTS.proposals} rows={data.proposals.map(withState)} />
      <Records heading={LISTS.transfers} rows={data.transfers.map(withState)} />
      <Records
        heading={LISTS.gifts}
        rows={data.gifts.map((row) => ({
          ...withState(row),
          name: `${formatDollars(row.amount)} ${row.currency.toUpperCase()}`,
          link: row.receiptUrl && <a href={row.receiptUrl}>{LISTS.receipt}</a>,
        }))}
      />
      <Records
        heading={LISTS.mails}
        rows={data.mails
          .filter(({ state }) => state !== "waiting")
          .map((row) => ({ ...row, name: row.subject, state: stateName(row.state) }))}
      />
      <Records
        heading={LISTS.heldBack}
        note={LISTS.heldBackText}
        rows={data.heldBack.map((row) => ({ ...row, name: formatDay(row.at), state: "" }))}
      />
      <Records
        heading={LISTS.deleted}
        note={LISTS.deletedText}
        rows={data.deleted.map((row) => ({ ...row, name: row.label, state: formatDay(row.at) }))}
      />
    </>
  );
}

interface RecordsProps {
  readonly heading: string;
  readonly note?: string;
  readonly rows: readonly {
    readonly id: string;
    readonly at: Date;
    readonly name: string;
    readonly state: string;
    readonly link?: ReactNode;
    readonly text?: string;
  }[];
}

function Records({ heading, note, rows }: RecordsProps) {
  if (rows.length === 0) return null;
  return (
    <Card className="me-card">
      <h2>{heading}</h2>
      {note && <p className="soft">{note}</p>}
      <ul className="me-records">
        {rows.map(({ id, at, name, state, link, text }) => (
          <li key={id}>
            <strong dir="auto">{name}</strong>
            <span className="soft">{[state, formatDay(at)].filter(Boolean).join(" · ")}</span>
            {link}
            {text && <p dir="auto">{text}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
