import { type ComponentProps, useId, useState } from "react";
import { JOINED } from "../../../../copy/en/joined.ts";
import { cityInput, correctInput, type Joined } from "../../../../modules/waitlist/schema.ts";
import { Button } from "../../../kit/controls/button.tsx";
import { useCopied } from "../../../kit/controls/copy-button.tsx";
import { CityField } from "../../../kit/form/city-field.tsx";
import { EmailField } from "../../../kit/form/email-field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { JoinedFacts, JoinedLink, JoinedPart } from "../../../kit/site/joined-facts.tsx";
import { trpc } from "../../../lib/api.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { textOf } from "../../../lib/form.ts";
import { toast, toastError } from "../../../lib/toast.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

interface JoinedPanelProps {
  readonly joined: Joined;
  readonly onChange: (joined: Joined | null) => void;
  readonly onDismiss: () => Promise<void>;
}

/** The place of the person who joined last in this browser; the form above it stays ready for others. */
export function JoinedPanel({ joined, onChange, onDismiss }: JoinedPanelProps) {
  const heading = useId();
  const { firstName, email, isBetaTester, city, link, correctableUntil } = joined;
  return (
    <section className="joined" aria-labelledby={heading}>
      <h3 id={heading}>
        {JOINED.heading}, <bdi>{firstName}</bdi>
      </h3>
      <JoinedFacts email={email} isBetaTester={isBetaTester} city={city} />
      {correctableUntil !== null && (
        <Part key={email} title={JOINED.correct} note={JOINED.correctNote}>
          <CorrectForm onChange={onChange} />
        </Part>
      )}
      <Part
        key={`city of ${city}`}
        title={city === null ? JOINED.addCity : JOINED.changeCity}
        note={JOINED.cityNote}
      >
        <CityForm city={city} onChange={onChange} />
      </Part>
      <JoinedLink link={link} />
      <div className="joined-actions">
        <PassOn link={link} />
        <Button
          look="text"
          onClick={() => void onDismiss().catch((error: unknown) => toastError(JOINED.failed, error))}
        >
          {JOINED.dismiss}
        </Button>
      </div>
    </section>
  );
}

/** The form is there only while it is shown: fields with its names are in the card's own form, too. */
function Part({ children, ...part }: Omit<ComponentProps<typeof JoinedPart>, "onToggle">) {
  const [open, setOpen] = useState(false);
  return (
    <JoinedPart {...part} onToggle={setOpen}>
      {open && children}
    </JoinedPart>
  );
}

/** Passes the person's own link on: by the phone's own sheet, else by copying it. */
function PassOn({ link }: { readonly link: string }) {
  const { name } = useBrand();
  const { copied, copy } = useCopied();
  const data = { title: name, text: JOINED.passText(name), url: link };
  const canShare = typeof navigator.share === "function" && navigator.canShare?.(data) === true;
  async function onClick(): Promise<void> {
    try {
      await (canShare ? navigator.share(data) : copy(link));
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the person closed the sheet
      toastError(JOINED.copyFailed);
    }
  }
  return (
    <Button look="quiet" onClick={() => void onClick()}>
      {canShare ? JOINED.pass : <span aria-live="polite">{copied ? JOINED.copied : JOINED.copyLink}</span>}
    </Button>
  );
}

interface CityFormProps {
  readonly city: string | null;
  readonly onChange: (joined: Joined | null) => void;
}

function CityForm({ city, onChange }: CityFormProps) {
  const { mutateAsync } = trpc.public.joined.city.useMutation();
  const { fields, sending, limited, onSubmit } = useSubmit({
    schema: cityInput,
    missing: JOINED.missing,
    read: (form) => ({ city: textOf(form, "city") }),
    send: async (input) => {
      onChange(await mutateAsync(input));
      toast({ title: JOINED.saved });
    },
    onDone: () => undefined,
    failed: [JOINED.failed, JOINED.unreached],
  });
  return (
    <form method="post" action="/waitlist/city" aria-label={JOINED.city} noValidate onSubmit={onSubmit}>
      <CityField label={JOINED.city} name="city" defaultValue={city ?? ""} error={fields.city} />
      {limited && <Alert>{limited}</Alert>}
      <Button type="submit" look="quiet" disabled={sending}>
        {sending ? JOINED.saving : JOINED.save}
      </Button>
    </form>
  );
}

/** Replaces a wrong address. */
function CorrectForm({ onChange }: { readonly onChange: (joined: Joined | null) => void }) {
  const { mutateAsync } = trpc.public.joined.correct.useMutation();
  const { fields, sending, limited, onSubmit } = useSubmit({
    schema: correctInput,
    missing: JOINED.missing,
    read: (form) => ({ email: textOf(form, "email") }),
    send: async (input) => {
      const joined = await mutateAsync(input);
      onChange(joined);
      toast({ title: JOINED.corrected, description: JOINED.correctedText(input.email.trim()) });
    },
    onDone: () => undefined,
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
