import { useEffect, useState } from "react";
import type { z } from "zod";
import { PORTAL_LINK } from "../../../../copy/en/links.ts";
import { JOIN, ROLE_NOUNS } from "../../../../copy/en/my-place.ts";
import { acceptInput, type shownInvitation } from "../../../../modules/partners/people/schema.ts";
import { PASSWORD_MIN } from "../../../../modules/partners/schema.ts";
import { Button, ButtonLink } from "../../../kit/controls/button.tsx";
import { Field, PasswordOwner } from "../../../kit/form/field.tsx";
import { NewPasswordField } from "../../../kit/form/new-password-field.tsx";
import { Alert } from "../../../kit/page/alert.tsx";
import { type Link, LinkPage } from "../../../kit/sign-in/link-page.tsx";
import { trpc } from "../../../lib/api.tsx";
import { messageOf } from "../../../lib/errors.ts";
import { textOf } from "../../../lib/form.ts";
import { useSubmit } from "../../../lib/use-submit.ts";

/** The page of an invitation to a business. */
export const JoinPage = () => (
  <LinkPage
    title={JOIN.title}
    done={{ title: JOIN.done, text: JOIN.doneText, next: JOIN.signIn, href: "/partner/auth" }}
  >
    {(link) => <Invitation link={link} />}
  </LinkPage>
);

type Shown = z.output<typeof shownInvitation>;

/** Whose invitation it is, which does not use the link, and the form that does. */
function Invitation({ link }: { readonly link: Link }) {
  const { mutateAsync: show } = trpc.partner.people.invitation.useMutation();
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const look = async () => {
      await null; // the page reads the token in an effect of its own, which comes after this one
      const found = await show({ token: link.token.current });
      if (found) setShown(found);
      else setProblem(JOIN.over);
    };
    look().catch((error: unknown) => setProblem(messageOf(error) ?? JOIN.tryAgain));
  }, [show, link.token]);
  if (problem !== null) return <Over problem={problem} />;
  if (shown === null) return <p role="status">{JOIN.looking}</p>;
  return <JoinForm shown={shown} link={link} />;
}

const Over = ({ problem }: { readonly problem: string }) => (
  <div className="sign-in-form">
    <Alert>{problem}</Alert>
    <ButtonLink href={PORTAL_LINK.href} className="button-wide">
      {PORTAL_LINK.label}
    </ButtonLink>
  </div>
);

const schema = acceptInput.omit({ token: true });

function JoinForm({ shown, link }: { readonly shown: Shown; readonly link: Link }) {
  const { mutateAsync: accept } = trpc.partner.people.accept.useMutation();
  const [refused, setRefused] = useState<string | null>(null);
  const { fields, sending, onSubmit } = useSubmit({
    schema,
    missing: JOIN.missing,
    read: (data) => ({ name: textOf(data, "name"), password: textOf(data, "password") }),
    send: (input) => accept({ ...input, token: link.token.current }),
    onDone: link.onDone,
    onFailed: (message, _, errors) =>
      setRefused(Object.keys(errors).length > 0 ? null : (message ?? JOIN.tryAgain)),
  });
  return (
    <form className="sign-in-form" method="post" aria-label={JOIN.title} noValidate onSubmit={onSubmit}>
      <p>{JOIN.lead(shown.businessName, ROLE_NOUNS[shown.role])}</p>
      <Field label={JOIN.email} name="email" type="email" value={shown.email} readOnly />
      <PasswordOwner username={shown.email} />
      <Field label={JOIN.name} name="name" autoComplete="name" required error={fields.name} />
      <NewPasswordField
        label={JOIN.password}
        name="password"
        required
        error={fields.password}
        min={PASSWORD_MIN}
        hint={JOIN.rule}
      />
      {refused && <Alert>{refused}</Alert>}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? JOIN.sending : JOIN.submit}
      </Button>
    </form>
  );
}
