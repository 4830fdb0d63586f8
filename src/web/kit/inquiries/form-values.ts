import { BUSINESS_TYPES, type Inquiry } from "../../../modules/inquiries/schema.ts";
import { textOf } from "../../lib/form.ts";
import type { FIELD_LABELS } from "./inquiries-content.ts";

type BusinessType = (typeof BUSINESS_TYPES)[number] | "";

/** The form's values: a text for every field. */
export type Values = Readonly<Record<Exclude<keyof typeof FIELD_LABELS, "businessType">, string>> & {
  readonly businessType: BusinessType;
};

export const EMPTY: Values = {
  businessName: "",
  email: "",
  contactName: "",
  phone: "",
  website: "",
  businessType: "",
  city: "",
  state: "",
  message: "",
};

const typeOf = (value: string): BusinessType => BUSINESS_TYPES.find((type) => type === value) ?? "";

export const valuesOf = ({ businessType, ...inquiry }: Inquiry): Values => ({
  ...inquiry,
  businessType: typeOf(businessType),
});

export const readValues = (form: FormData): Values => ({
  businessName: textOf(form, "businessName"),
  email: textOf(form, "email"),
  contactName: textOf(form, "contactName"),
  phone: textOf(form, "phone"),
  website: textOf(form, "website"),
  businessType: typeOf(textOf(form, "businessType")),
  city: textOf(form, "city"),
  state: textOf(form, "state"),
  message: textOf(form, "message"),
});
