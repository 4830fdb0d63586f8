import type { FieldErrors } from "../../../../../shared/errors.ts";
import { Field } from "../../../../ui/field/field.tsx";
import { POSITION } from "../content.ts";

/** Optional coordinates of the new place. */
export function Position({ fields }: { readonly fields: FieldErrors }) {
  return (
    <fieldset className="position">
      <legend>{POSITION.title}</legend>
      <p className="soft">{POSITION.why}</p>
      <Field label={POSITION.placeId} name="placeId" error={fields.placeId} />
      <Field label={POSITION.latitude} name="latitude" inputMode="decimal" error={fields.latitude} />
      <Field label={POSITION.longitude} name="longitude" inputMode="decimal" error={fields.longitude} />
    </fieldset>
  );
}
