import { useState } from "react";
import { z } from "zod";
import { ISSUER_ANSWER as WORDS } from "../../copy/en/links.ts";
import { answerInput, ISSUER_ANSWERS } from "../../modules/evidence/schema.ts";
import { Button } from "../kit/controls/button.tsx";
import { Field } from "../kit/form/field.tsx";
import { Alert } from "../kit/page/alert.tsx";
import { type Link, LinkPage } from "../kit/sign-in/link-page.tsx";
import { trpc } from "../lib/api.tsx";
import { refusalOf, sentenceWithWait } from "../lib/errors.ts";
import { textOf } from "../lib/form.ts";
import { toastError } from "../lib/toast.ts";
import { useSubmit } from "../lib/use-submit.ts";

/** Where a certifying body answers, by the link in its mail, whether a certificate is its own. */
export function IssuerAnswerPage() {
  const done = { title: WORDS.done, text: WORDS.doneText, next: WORDS.next, href: "/" };
  return (
    <LinkPage title={WORDS.title} done={done}>
      {(link) => <AnswerForm {...link} />}
    </LinkPage>
  );
}

/** As typed: no answer may be chosen yet. */
const answerForm = z.object({
  answer: z.string().pipe(answerInput.shape.answer),
  validUntil: answerInput.shape.validUntil,
});

function AnswerForm({ token, onDone }: Link) {
  const answer = trpc.public.issuers.answer.useMutation();
  const [refused, setRefused] = useState<string | null>(null);
  const { fields, sending, onSubmit } = useSubmit({
    schema: answerForm,
    missing: WORDS.missing,
    read: (data) => ({ answer: textOf(data, "answer"), validUntil: textOf(data, "validUntil") }),
    send: (typed) => answer.mutateAsync(answerInput.parse({ token: token.current, ...typed })),
    onDone,
    onFailed: (_, error) => {
      const refusal = refusalOf(error);
      setRefused(refusal && sentenceWithWait(refusal));
      if (refusal === null) toastError(WORDS.failed, error, WORDS.tryAgain);
    },
  });
  return (
    <form className="sign-in-form" method="post" aria-label={WORDS.title} noValidate onSubmit={onSubmit}>
      <p className="soft">{WORDS.text}</p>
      <fieldset className="choices">
        <legend>{WORDS.question}</legend>
        {ISSUER_ANSWERS.map((value) => (
          <label key={value} className="choices-card">
            <input type="radio" name="answer" value={value} required />
            {WORDS.choices[value]}
          </label>
        ))}
        {fields.answer && <p className="field-error">{WORDS.missing}</p>}
      </fieldset>
      <Field label={WORDS.until} name="validUntil" type="date" error={fields.validUntil} />
      {refused && <Alert>{refused}</Alert>}
      <Button type="submit" className="button-wide" disabled={sending}>
        {sending ? WORDS.sending : WORDS.submit}
      </Button>
    </form>
  );
}
