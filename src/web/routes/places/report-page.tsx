import { REPORT } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { REPORT_LABELS, reportKindsFor } from "../../../shared/reviews/reports.ts";
import { LIMITS } from "../../../shared/text-rules.ts";
import { Button, ButtonLink } from "../../kit/controls/button.tsx";
import { Field, Honeypot } from "../../kit/form/field.tsx";
import { Alert } from "../../kit/page/alert.tsx";
import { PublicNotice, PublicPage } from "../../kit/site/public-page.tsx";
import type { TypedReport } from "./views.ts";

interface ReportPageProps {
  readonly place: PublicPlace;
  readonly typed: TypedReport;
}

/** The form that reports a problem with a place. What was typed stays in it when it is refused. */
export function ReportPage({ place, typed }: ReportPageProps) {
  return (
    <PublicPage title={REPORT.title(place.name)}>
      <div className="form-page wrap">
        <header className="form-page-head">
          <h1>{REPORT.heading}</h1>
          <p className="lead">
            <bdi>{place.name}</bdi>
          </p>
          <p>{REPORT.lead}</p>
          <a href={placePath(place)}>{REPORT.back}</a>
        </header>
        <ReportForm place={place} typed={typed} />
      </div>
    </PublicPage>
  );
}

function ReportForm({ place, typed }: ReportPageProps) {
  const { values, hadPhoto, fields, failure } = typed;
  return (
    <form
      className="form-page-form"
      method="post"
      encType="multipart/form-data"
      aria-label={REPORT.heading}
      noValidate
    >
      {failure !== null && <Alert>{failure}</Alert>}
      <KindChoice place={place} typed={typed} />
      <div className="field">
        <label htmlFor="text">{REPORT.text}</label>
        <textarea
          id="text"
          name="text"
          rows={6}
          dir="auto"
          maxLength={LIMITS.message}
          required
          defaultValue={values.text}
          aria-invalid={fields.text ? true : undefined}
          aria-describedby={fields.text ? "text-error text-note" : "text-note"}
        />
        {fields.text && (
          <p className="field-error" id="text-error">
            {fields.text}
          </p>
        )}
        <p className="soft" id="text-note">
          {REPORT.textNote}
        </p>
      </div>
      <Field
        label={REPORT.email}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={values.email}
        error={fields.email}
      />
      <Honeypot />
      <PhotoField error={fields.photo ?? (hadPhoto ? REPORT.photoAgain : undefined)} />
      <p className="soft">{REPORT.consent}</p>
      <Button type="submit">{REPORT.submit}</Button>
    </form>
  );
}

/** The last of the fields, as the server reads those before a file without it. */
function PhotoField({ error }: { readonly error: string | undefined }) {
  return (
    <div className="field">
      <label htmlFor="photo">{REPORT.photo}</label>
      <input
        id="photo"
        type="file"
        name="photo"
        accept="image/jpeg,image/png"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "photo-error photo-note" : "photo-note"}
      />
      {error && (
        <p className="field-error" id="photo-error">
          {error}
        </p>
      )}
      <p className="soft" id="photo-note">
        {REPORT.photoNote}
      </p>
    </div>
  );
}

function KindChoice({ place, typed: { values, fields } }: ReportPageProps) {
  return (
    <fieldset className="choices form-page-kinds" aria-describedby={fields.kind ? "kind-error" : undefined}>
      <legend>{REPORT.kind}</legend>
      {reportKindsFor(place.category).map((kind) => (
        <label key={kind} className="choices-card">
          <input type="radio" name="kind" value={kind} defaultChecked={values.kind === kind} required />
          {REPORT_LABELS[kind]}
        </label>
      ))}
      {fields.kind && (
        <p className="field-error" id="kind-error">
          {REPORT.kindMissing}
        </p>
      )}
    </fieldset>
  );
}

/** What a visitor sees after reporting. */
export const ReportedPage = ({ place }: Pick<ReportPageProps, "place">) => (
  <PublicNotice title={REPORT.doneTitle}>
    <p>{REPORT.doneText}</p>
    <p>{REPORT.doneNext}</p>
    <ButtonLink href={placePath(place)}>{REPORT.back}</ButtonLink>
  </PublicNotice>
);
