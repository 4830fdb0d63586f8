import type { RefObject } from "react";
import { CORRECT, LEAVE, ME, SIGNUP } from "../../../copy/en/me.ts";
import { meUpdateInput, type OwnData } from "../../../modules/people/schema.ts";
import { formatDay } from "../../../shared/format.ts";
import { Checkbox } from "../../kit/form/checkbox.tsx";
import { CityField } from "../../kit/form/city-field.tsx";
import { Field } from "../../kit/form/field.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { Button } from "../../kit/page/button.tsx";
import { Card } from "../../kit/page/card.tsx";
import { Facts } from "../../kit/page/facts.tsx";
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

/** The signup: confirm, see, correct, leave. */
export function SignupCard({ data: { signup }, token, onChanged }: OwnProps) {
  const leave = trpc.public.me.leave.useMutation();
  if (signup === null)
    return (
      <Card className="me-card">
        <h2>{SIGNUP.heading}</h2>
        <p>{SIGNUP.none}</p>
      </Card>
    );
  async function pressLeave(): Promise<void> {
    try {
      await leave.mutateAsync({ token: token.current });
      toast({ title: LEAVE.done, description: LEAVE.doneText });
      await onChanged();
    } catch (error) {
      toastError(ME.failed, error);
    }
  }
  return (
    <Card className="me-card">
      <h2>{SIGNUP.heading}</h2>
      {signup.leftAt !== null && <Alert tone="info">{SIGNUP.left(formatDay(signup.leftAt))}</Alert>}
      <Confirmation signup={signup} token={token} onChanged={onChanged} />
      <SignupFacts signup={signup} />
      <CorrectForm key={JSON.stringify(signup)} signup={signup} token={token} onChanged={onChanged} />
      {signup.leftAt === null && (
        <Button look="quiet" disabled={leave.isPending} onClick={() => void pressLeave()}>
          {LEAVE.act}
        </Button>
      )}
    </Card>
  );
}

interface PartProps extends Omit<OwnProps, "data"> {
  readonly signup: Signup;
}

function Confirmation({ signup, token, onChanged }: PartProps) {
  const confirm = trpc.public.me.confirm.useMutation();
  if (signup.confirmedAt !== null || signup.leftAt !== null) return null;
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
  const { consent, confirmedAt, source } = signup;
  return (
    <Facts
      facts={[
        [SIGNUP.name, signup.firstName],
        [SIGNUP.city, signup.city],
        [SIGNUP.beta, signup.isBetaTester ? SIGNUP.betaYes : SIGNUP.betaNo],
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
        [SIGNUP.passOn, signup.referralUrl],
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
      isBetaTester: form.has("isBetaTester"),
    }),
    send: (input) => mutateAsync({ token: token.current, ...input }),
    onDone: () => {
      toast({ title: CORRECT.done });
      void onChanged();
    },
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
      <CityField label={CORRECT.city} name="city" defaultValue={signup.city ?? ""} error={fields.city} />
      <Checkbox label={CORRECT.beta} name="isBetaTester" value="true" defaultChecked={signup.isBetaTester} />
      {limited && <Alert>{limited}</Alert>}
      <Button type="submit" look="quiet" className="me-save" disabled={sending}>
        {sending ? CORRECT.sending : CORRECT.submit}
      </Button>
    </form>
  );
}
