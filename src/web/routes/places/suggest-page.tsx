import { SUGGEST } from "../../../copy/en/places.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import { Button, ButtonLink } from "../../kit/controls/button.tsx";
import { Field, Honeypot, TextAreaField } from "../../kit/form/field.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { PublicNotice, PublicPage } from "../../kit/site/public-page.tsx";
import { addressOf } from "./structured-data.ts";
import type { TypedSuggestion } from "./views.ts";

interface SuggestProps {
  readonly typed: TypedSuggestion;
}

/** The form that suggests a missing place. What was typed stays in it when it is refused. */
export const SuggestPage = ({ typed }: SuggestProps) => (
  <PublicPage title={SUGGEST.title}>
    <div className="form-page wrap">
      <header className="form-page-head">
        <h1>{SUGGEST.heading}</h1>
        <p className="lead">{SUGGEST.lead}</p>
        <a href="/places">{SUGGEST.back}</a>
      </header>
      <form className="form-page-form" method="post" aria-label={SUGGEST.heading} noValidate>
        {typed.failure !== null && <Alert>{typed.failure}</Alert>}
        {typed.similar.length > 0 && <Similar typed={typed} />}
        <SuggestFields typed={typed} />
        <p className="soft">{SUGGEST.consent}</p>
        <Honeypot />
        <Button type="submit">{typed.similar.length > 0 ? SUGGEST.none : SUGGEST.submit}</Button>
      </form>
    </div>
  </PublicPage>
);

/** Listed places that it may be. They are shown once: the next press sends the suggestion. */
function Similar({ typed: { similar } }: SuggestProps) {
  return (
    <section className="form-page-similar" aria-labelledby="similar">
      <h2 id="similar">{SUGGEST.similar}</h2>
      <ul>
        {similar.map((place) => (
          <li key={place.id}>
            <a href={placePath(place)}>
              <bdi>{place.name}</bdi>
            </a>
            <span className="soft">
              <bdi>{addressOf(place)}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <p>{SUGGEST.similarText}</p>
      <input type="hidden" name="seen" value="true" />
    </section>
  );
}

function SuggestFields({ typed: { values, fields } }: SuggestProps) {
  const field = (name: keyof typeof values) => ({ name, defaultValue: values[name], error: fields[name] });
  return (
    <>
      <Field label={SUGGEST.name} {...field("name")} maxLength={LIMITS.text} dir="auto" required />
      <Field label={SUGGEST.address} {...field("address")} maxLength={LIMITS.text} dir="auto" />
      <div className="field-pairs">
        <Field label={SUGGEST.city} {...field("city")} maxLength={LIMITS.text} dir="auto" />
        <Field label={SUGGEST.state} {...field("state")} maxLength={LIMITS.text} />
      </div>
      <Field label={SUGGEST.link} {...field("url")} inputMode="url" maxLength={LIMITS.url} dir="ltr" />
      <TextAreaField label={SUGGEST.why} {...field("why")} rows={4} maxLength={LIMITS.message} dir="auto" />
      <Field label={SUGGEST.email} {...field("email")} type="email" autoComplete="email" />
    </>
  );
}

interface SuggestedProps {
  readonly reference: string;
  readonly hasEmail: boolean;
}

/** What a visitor sees after suggesting a place. */
export const SuggestedPage = ({ reference, hasEmail }: SuggestedProps) => (
  <PublicNotice title={SUGGEST.doneTitle}>
    <p>{SUGGEST.doneText}</p>
    {hasEmail && <p>{SUGGEST.doneEmail}</p>}
    <p>{SUGGEST.reference(reference)}</p>
    <div className="actions">
      <ButtonLink href="/places">{SUGGEST.back}</ButtonLink>
      <ButtonLink href="/places/suggest" look="quiet">
        {SUGGEST.another}
      </ButtonLink>
    </div>
  </PublicNotice>
);
