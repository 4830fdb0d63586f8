import type { StaffPlace } from "../../../../../modules/places/schema.ts";
import { CATEGORIES, type Category } from "../../../../../shared/places/places.ts";
import type { FIELD_LABELS } from "../../../../kit/form/place-labels.ts";
import { textOf } from "../../../../lib/form.ts";

/** The form's values: a text for every field. */
export type Values = Readonly<Record<Exclude<keyof typeof FIELD_LABELS, "category">, string>> & {
  readonly category: Category;
};

export const valuesOf = ({ placeId, latitude, longitude, ...place }: StaffPlace): Values => ({
  ...place,
  placeId: placeId ?? "",
  latitude: latitude === null ? "" : String(latitude),
  longitude: longitude === null ? "" : String(longitude),
});

export const EMPTY: Values = {
  ...{ name: "", category: "restaurant", address: "", city: "", state: "", zipCode: "", phone: "" },
  ...{ website: "", subcategory: "", halalCertificate: "", placeId: "", latitude: "", longitude: "" },
};

export const readValues = (form: FormData): Values => ({
  name: textOf(form, "name"),
  category: CATEGORIES.find((each) => each === form.get("category")) ?? "restaurant",
  address: textOf(form, "address"),
  city: textOf(form, "city"),
  state: textOf(form, "state"),
  zipCode: textOf(form, "zipCode"),
  phone: textOf(form, "phone"),
  website: textOf(form, "website"),
  subcategory: textOf(form, "subcategory"),
  halalCertificate: textOf(form, "halalCertificate"),
  placeId: textOf(form, "placeId"),
  latitude: textOf(form, "latitude"),
  longitude: textOf(form, "longitude"),
});
