import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { JOINED } from "../../../../copy/en/joined.ts";
import type { Joined } from "../../../../modules/waitlist/schema.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { Pass, PassPart, Share, Switch } from "../../../kit/site/pass.tsx";
import { trpc } from "../../../lib/api.tsx";
import { requiredTexts, textOf } from "../../../lib/form.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

/** Half of what the card would need; the card is shown without it. */
const CityField = lazy(async () => ({
  default: (await import("../../../kit/form/city-field.tsx")).CityField,
}));

interface JoinedPanelProps {
  readonly joined: Joined;
  readonly onChange: (joined: Joined | null) => void;
  readonly onDismiss: () => Promise<void>;
  readonly onLeave: () => Promise<void>;
}

/** The boarding pass of the person who joined last in this browser, in place of the form. */
export function JoinedPanel({ joined, onChange, onDismiss, onLeave }: JoinedPanelProps) {
  const id = useId();
  const beta = trpc.public.joined.beta.useMutation();
  const greeting = trpc.public.joined.greeting.useMutation();
  const { firstName, email, isBetaTester, greets, city, link, correctableUntil } = joined;
  const heading = (
    <h3 id={id} tabIndex={-1}>
      {JOINED.heading}, <bdi>{firstName}</bdi>
    </h3>
  );
  return (
    <section aria-labelledby={id}>
      <Pass heading={heading} unconfirmed firstName={firstName} email={email} city={city}>
        {city === null && <CityForm city={city} onChange={onChange} />}
        <Switch
          label={JOINED.beta}
          on={isBetaTester}
          onSwitch={async (on) => onChange(await beta.mutateAsync({ on }))}
        />
        <Switch
          label={JOINED.greeting}
          note={greets ? JOINED.greetingIs(firstName) : JOINED.greetingNote}
          on={greets}
          onSwitch={async (on) => onChange(await greeting.mutateAsync({ on }))}
        />
        <Share link={link} />
        {city !== null && (
          <PassPart key={`city of ${city}`} title={JOINED.changeCity}>
            <CityForm city={city} onChange={onChange} />
          </PassPart>
        )}
        {correctableUntil !== null && (
          <PassPart key={email} title={JOINED.correct} note={JOINED.correctNote}>
            <CorrectForm onChange={onChange} />
          </PassPart>
        )}
        <div className="pass-end">
          <ActButton text={JOINED.dismiss} act={onDismiss} />
          <ActButton text={JOINED.leave} act={onLeave} />
        </div>
      </Pass>
    </section>
  );
}

interface ActProps {
  readonly text: string;
  readonly act: () => Promise<void>;
}

/** Once at a time; says what failed. */
function ActButton({ text, act }: ActProps) {
  const [acting, setActing] = useState(false);
  async function press(): Promise<void> {
    setActing(true);
    await act().catch((error: unknown) => toastError(JOINED.failed, error, JOINED.unreached));
    setActing(false);
  }
  return (
    <Button look="text" disabled={acting} onClick={() => void press()}>
      {text}
    </Button>
  );
}

/** In place of the card after leaving with it. */
export function LeftNote({ onUndo }: { readonly onUndo: () => Promise<void> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="pass pass-left" aria-label={JOINED.left}>
      <h3 ref={heading} tabIndex={-1}>
        {JOINED.left}
      </h3>
      <p>{JOINED.leftText}</p>
      <ActButton text={JOINED.undoLeave} act={onUndo} />
      <p className="soft">
        {JOINED.leftNote} <a href="/me">{JOINED.leftLink}</a>.
      </p>
    </section>
  );
}

interface CityFormProps {
  readonly city: string | null;
  readonly onChange: (joined: Joined | null) => void;
}

function CityForm({ city, onChange }: CityFormProps) {
  const field = { label: JOINED.city, name: "city", defaultValue: city ?? "" } as const;
  const { mutateAsync } = trpc.public.joined.city.useMutation();
  const { fields, sending, limited, onSubmit } = useSubmit({
    schema: requiredTexts({}),
    missing: JOINED.missing,
    read: (form) => ({ city: textOf(form, "city") }),
    send: async (input) => {
      onChange(await mutateAsync(input));
      toast({ title: JOINED.saved });
    },
    onDone: () => undefined,
    onlyAtFields: true,
    failed: [JOINED.failed, JOINED.unreached],
  });
  return (
    <form
      className="pass-city"
      method="post"
      action="/waitlist/city"
      aria-label={JOINED.city}
      noValidate
      onSubmit={onSubmit}
    >
      <Suspense fallback={<Field {...field} disabled />}>
        <CityField {...field} error={fields.city} note={JOINED.cityNote} />
      </Suspense>
      <Button type="submit" look="quiet" disabled={sending}>
        {sending ? JOINED.saving : JOINED.save}
      </Button>
      {limited && <Alert>{limited}</Alert>}
    </form>
  );
}

/** Replaces a wrong address. */
function CorrectForm({ onChange }: { readonly onChange: (joined: Joined | null) => void }) {
  const { mutateAsync } = trpc.public.joined.correct.useMutation();
  const { fields, sending, limited, onSubmit } = useSubmit({
    schema: requiredTexts({ email: JOINED.rightAddress }, ["email"]),
    missing: JOINED.missing,
    read: (form) => ({ email: textOf(form, "email").trim() }),
    send: async (input) => {
      const joined = await mutateAsync(input);
      onChange(joined);
      toast({ title: JOINED.corrected, description: JOINED.correctedText(input.email) });
    },
    onDone: () => undefined,
    onlyAtFields: true,
    failed: [JOINED.failed, JOINED.unreached],
  });
  return (
    <form method="post" action="/waitlist/correct" aria-label={JOINED.correct} noValidate onSubmit={onSubmit}>
      <EmailField
        label={JOINED.rightAddress}
        name="email"
        autoComplete="email"
        required
        error={fields.email}
      />
      {limited && <Alert>{limited}</Alert>}
      <Button type="submit" look="quiet" disabled={sending}>
        {sending ? JOINED.saving : JOINED.save}
      </Button>
    </form>
  );
}
