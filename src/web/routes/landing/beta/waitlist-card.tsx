import { Fragment, lazy, Suspense, useEffect, useRef, useState } from "react";
import { JOINED } from "../../../../copy/en/joined.ts";
import { WAITLIST } from "../../../../copy/en/waitlist.ts";
import { type Joined, joinInput, MISSING } from "../../../../modules/waitlist/schema.ts";
import { CURRENT_CONSENT, consentText } from "../../../../shared/people/consent-texts.ts";
import { visitSource } from "../../../../shared/people/sources.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { Checkbox } from "../../../kit/form/checkbox.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field, Honeypot } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { GONE } from "../../../kit/page/offline.tsx";
import { Star } from "../../../kit/page/star.tsx";
import { JOINED_MARK } from "../../../kit/site/joined-mark.ts";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { textOf } from "../../../lib/form.ts";
import { toast } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

/** Loaded once there is something to show: most visitors only read. */
const loadPanel = async () => ({ default: (await import("./joined-panel.tsx")).JoinedPanel });
const JoinedPanel = lazy(loadPanel);

/** The form, or the card of the person who joined in this browser, below which someone else can join. */
export function WaitlistCard() {
  const card = useRef<HTMLDivElement>(null);
  const { joined, isNew, change, remember, dismiss } = useJoined();
  /** The form with the focus is gone. */
  function onShown(): void {
    if (!isNew.current) return;
    isNew.current = false;
    const heading = card.current?.querySelector<HTMLElement>("h3");
    heading?.focus({ preventScroll: true });
    heading?.closest(".pass")?.scrollIntoView();
  }
  const isDismissed = useRef(false);
  useEffect(() => {
    if (joined === null && isDismissed.current) card.current?.querySelector("input")?.focus();
    isDismissed.current = false;
  }, [joined]);
  async function onDismiss(): Promise<void> {
    isDismissed.current = true;
    await dismiss();
  }
  return (
    <Card className="waitlist-card" ref={card}>
      <Star className="star waitlist-card-pin" />
      {joined === null ? (
        <JoinForm onJoined={remember} />
      ) : (
        <Fragment key={joined.link}>
          <Suspense>
            <JoinedPanel joined={joined} onChange={change} onDismiss={onDismiss} />
            <Shown onShown={onShown} />
          </Suspense>
          <details className="waitlist-card-another">
            <summary>{JOINED.another}</summary>
            <JoinForm onJoined={remember} />
          </details>
        </Fragment>
      )}
      <TrustBadges />
    </Card>
  );
}

/** Tells when what it is beside is on the page. */
function Shown({ onShown }: { readonly onShown: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onShown, []);
  return null;
}

function JoinForm({ onJoined }: { readonly onJoined: () => Promise<void> }) {
  const { fields, sending, limited, onSubmit } = useJoin(onJoined);
  const brand = useBrand();
  return (
    <form
      method="post"
      action="/waitlist"
      aria-label="Waitlist"
      data-offline={`${WAITLIST.failedText} ${GONE}`}
      noValidate
      onSubmit={onSubmit}
    >
      <Field
        label={WAITLIST.firstName}
        name="firstName"
        autoComplete="given-name"
        required
        error={fields.firstName}
      />
      <EmailField label={WAITLIST.email} name="email" autoComplete="email" required error={fields.email} />
      <Checkbox label={WAITLIST.beta} note={WAITLIST.betaNote} name="isBetaTester" value="true" />
      <Honeypot />
      <p className="waitlist-card-consent">{consentText(CURRENT_CONSENT, brand)}</p>
      {limited && <Alert>{limited}</Alert>}
      <Button type="submit" className="button-wide" pending={WAITLIST.sending} disabled={sending}>
        {sending ? WAITLIST.sending : WAITLIST.submit}
      </Button>
    </form>
  );
}

function useJoin(onJoined: () => Promise<void>) {
  const { name } = useBrand();
  const join = trpc.public.waitlist.join.useMutation();
  return useSubmit({
    schema: joinInput,
    missing: MISSING,
    hints: { email: WAITLIST.emailForm },
    read: (form) => ({
      firstName: textOf(form, "firstName"),
      email: textOf(form, "email"),
      isBetaTester: form.has("isBetaTester"),
      source: visitSource(window.location.search, document.referrer, window.location.origin),
      hp_note: textOf(form, "hp_note"),
    }),
    send: (input) => join.mutateAsync(input),
    onDone: (form) => {
      form.reset();
      toast({ title: WAITLIST.joined, description: WAITLIST.joinedText(name) });
      void onJoined();
    },
    failed: [WAITLIST.failed, WAITLIST.failedText],
  });
}

function TrustBadges() {
  return (
    <ul className="waitlist-card-badges">
      {WAITLIST.badges.map((badge) => (
        <li key={badge}>
          <Star />
          {badge}
        </li>
      ))}
    </ul>
  );
}

/** Changes what this browser remembers, if it remembers anything: a full or forbidden storage throws. */
function mark(change: (storage: Storage) => void): void {
  try {
    change(window.localStorage);
  } catch {
    // the card then shows nothing after a reload
  }
}

function isMarked(): boolean {
  try {
    return window.localStorage.getItem(JOINED_MARK) !== null;
  } catch {
    return false;
  }
}

/**
 * What this browser remembers of joining. The cookie with it cannot be read by scripts, so that a mark says whether to
 * ask: other visitors' pages make no call.
 */
function useJoined() {
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const isNew = useRef(false);
  const { data } = trpc.public.joined.show.useQuery(undefined, { enabled: asks });
  const dismiss = trpc.public.joined.dismiss.useMutation();
  useEffect(() => setAsks(isMarked()), []);
  useEffect(() => {
    if (data === null) mark((storage) => storage.removeItem(JOINED_MARK));
  }, [data]);
  const change = (joined: Joined | null) => utils.public.joined.show.setData(undefined, joined);
  return {
    joined: data ?? null,
    /** Whether the person has joined just now, and the card has not been shown yet. */
    isNew,
    change,
    /** After joining, once more or for the first time. */
    async remember(): Promise<void> {
      mark((storage) => storage.setItem(JOINED_MARK, "1"));
      isNew.current = true;
      await loadPanel().catch(() => undefined); // so that the card takes the place of the form at once
      setAsks(true);
      await utils.public.joined.show.invalidate();
    },
    async dismiss(): Promise<void> {
      await dismiss.mutateAsync();
      change(null);
    },
  } as const;
}
