import type { RefObject } from "react";
import { JOINED } from "../../../copy/en/joined.ts";
import { CORRECT, LEAVE, ME, SIGNUP } from "../../../copy/en/me.ts";
import { meUpdateInput, type OwnData } from "../../../modules/people/schema.ts";
import { formatDay } from "../../../shared/format.ts";
import { Button } from "../../kit/controls/button.tsx";
import { CityField } from "../../kit/form/city-field.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { Card } from "../../kit/page/card.tsx";
import { Pass, Share, Switch } from "../../kit/site/pass.tsx";
import { Facts } from "../../kit/text/facts.tsx";
import { trpc } from "../../lib/api.tsx";
import { textOf } from "../../lib/form.ts";
import { toast, toastError } from "../../lib/toast.ts";
import { useSubmit } from "../../lib/use-submit.ts";

/** What every part of the page that changes something needs. */
export interface OwnProps {
  readonly data: OwnData;
  readonly token: RefObject<string>;
  /** Reads the data again. */
  readonly onChanged: () => Promise<void>;
}

type Signup = NonNullable<OwnData["signup"]>;

/** The signup: confirm, see, correct, leave, join again. */
export function SignupCard({ data: { signup }, token, onChanged }: OwnProps) {
  const leave = trpc.public.me.leave.useMutation();
  const rejoin = trpc.public.me.rejoin.useMutation();
  if (signup === null)
    return (
      <Card className="me-card">
        <h2>{SIGNUP.heading}</h2>
        <p>{SIGNUP.none}</p>
      </Card>
    );
  async function joinAgain(): Promise<void> {
    try {
      await rejoin.mutateAsync({ token: token.current });
      toast({ title: LEAVE.undone });
      await onChanged();
    } catch (error) {
      toastError(ME.failed, error);
    }
  }
  async function pressLeave(): Promise<void> {
    try {
      await leave.mutateAsync({ token: token.current });
      toast({ title: LEAVE.done, description: LEAVE.doneText, onUndo: () => void joinAgain() });
      await onChanged();
    } catch (error) {
      toastError(ME.failed, error);
    }
  }
  const parts = { signup, token, onChanged };
  if (signup.leftAt !== null)
    return (
      <Card className="me-card">
        <h2>{SIGNUP.heading}</h2>
        <Alert tone="info">{SIGNUP.left(formatDay(signup.leftAt))}</Alert>
        <SignupFacts signup={signup} />
        <Button disabled={rejoin.isPending} onClick={() => void joinAgain()}>
          {LEAVE.joinAgain}
        </Button>
        <CorrectForm key={JSON.stringify(signup)} {...parts} />
      </Card>
    );
  return (
    <Card className="me-card">
      <OwnPass {...parts} />
      <SignupFacts signup={signup} />
      <CorrectForm key={JSON.stringify(signup)} {...parts} />
      <div className="me-leave">
        <Button look="text" disabled={leave.isPending} onClick={() => void pressLeave()}>
          {LEAVE.act}
        </Button>
      </div>
    </Card>
  );
}

/** What the waitlist card shows after joining, of the signup itself. */
function OwnPass({ signup, token, onChanged }: PartProps) {
  const update = trpc.public.me.update.useMutation();
  const { firstName, city, isBetaTester, greets, confirmedAt, referralUrl } = signup;
  const change = async (changed: { isBetaTester: boolean } | { greets: boolean }) => {
    await update.mutateAsync({ token: token.current, ...changed });
    await onChanged();
  };
  return (
    <Pass
      heading={<h2>{SIGNUP.heading}</h2>}
      unconfirmed={false}
      firstName={firstName}
      email={null}
      city={city}
    >
      {confirmedAt === null && <Confirmation token={token} onChanged={onChanged} />}
      <Switch label={JOINED.beta} on={isBetaTester} onSwitch={(on) => change({ isBetaTester: on })} />
      <Switch
        label={JOINED.greeting}
        note={greets ? JOINED.greetingIs(firstName) : JOINED.greetingNote}
        on={greets}
        onSwitch={(on) => change({ greets: on })}
      />
      <Share link={referralUrl} />
    </Pass>
  );
}

interface PartProps extends Omit<OwnProps, "data"> {
  readonly signup: Signup;
}

function Confirmation({ token, onChanged }: Omit<PartProps, "signup">) {
  const confirm = trpc.public.me.confirm.useMutation();
  async function press(): Promise<void> {
    try {
      await confirm.mutateAsync({ token: token.current });
      toast({ title: SIGNUP.confirmed });
      await onChanged();
    } catch (error) {
      toastError(ME.failed, error);
    }
  }
  return (
    <>
      <p>{SIGNUP.unconfirmed}</p>
      <Button disabled={confirm.isPending} onClick={() => void press()}>
        {SIGNUP.confirm}
      </Button>
    </>
  );
}

function SignupFacts({ signup }: { readonly signup: Signup }) {
  const { consent, confirmedAt, source, leftAt } = signup;
  return (
    <Facts
      facts={[
        [JOINED.name, leftAt && signup.firstName],
        [JOINED.city, leftAt && signup.city],
        [SIGNUP.joined, formatDay(signup.joinedAt)],
        [SIGNUP.address, confirmedAt === null ? null : SIGNUP.addressConfirmed(formatDay(confirmedAt))],
        [
          SIGNUP.agreed,
          consent.text === null ? null : `“${consent.text}” ${SIGNUP.agreedOn(formatDay(consent.at))}`,
        ],
        [
          SIGNUP.agreedThrough,
          consent.source === null ? null : `${consent.source}, ${SIGNUP.agreedOn(formatDay(consent.at))}`,
        ],
        [SIGNUP.cameFrom, source === null ? null : Object.values(source).join(", ")],
        [SIGNUP.cameBy, signup.friends === 0 ? null : SIGNUP.friends(signup.friends)],
      ]}
    />
  );
}

interface CorrectProps extends Omit<OwnProps, "data"> {
  readonly signup: NonNullable<OwnProps["data"]["signup"]>;
}

function CorrectForm({ signup, token, onChanged }: CorrectProps) {
  const { mutateAsync } = trpc.public.me.update.useMutation();
  const { fields, sending, limited, onSubmit } = useSubmit({
    schema: meUpdateInput.omit({ token: true }),
    missing: CORRECT.missing,
    read: (form) => ({
      firstName: textOf(form, "firstName"),
      city: textOf(form, "city"),
    }),
    send: (input) => mutateAsync({ token: token.current, ...input }),
    onDone: () => {
      toast({ title: CORRECT.done });
      void onChanged();
    },
    onlyAtFields: true,
    failed: [ME.failed, ME.unreached],
  });
  return (
    <form className="me-form" method="post" aria-label={CORRECT.heading} noValidate onSubmit={onSubmit}>
      <h3>{CORRECT.heading}</h3>
      <Field
        label={CORRECT.firstName}
        name="firstName"
        autoComplete="given-name"
        required
        defaultValue={signup.firstName}
        error={fields.firstName}
      />
      <CityField
        label={CORRECT.city}
        name="city"
        defaultValue={signup.city ?? ""}
        error={fields.city}
        note={JOINED.cityNote}
      />
      {limited && <Alert>{limited}</Alert>}
      <Button type="submit" look="quiet" className="me-save" disabled={sending}>
        {sending ? CORRECT.sending : CORRECT.submit}
      </Button>
    </form>
  );
}
