import { BUSINESS_TYPES } from "../../../modules/partnerships/schema.ts";

const TEXTS = [
  "businessName",
  "email",
  "contactName",
  "phone",
  "website",
  "city",
  "state",
  "message",
] as const;

/** The fields of the form, in the order in which it shows them. */
export const FIELDS = [
  "businessName",
  "email",
  "contactName",
  "phone",
  "website",
  "businessType",
  "city",
  "state",
  "message",
] as const;

export type Entered = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly businessType: (typeof BUSINESS_TYPES)[number] | "";
};

type Sent = { readonly [Name in keyof Entered]?: string | null | undefined };

export const NOTHING: Entered = {
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

const typeOf = (value: unknown): Entered["businessType"] =>
  BUSINESS_TYPES.find((type) => type === value) ?? "";

/** A version as the form shows it. */
export function enteredOf(version: Sent): Entered {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, version[name] ?? ""]));
  return { ...NOTHING, ...texts, businessType: typeOf(version.businessType) };
}

/** Every field of the form is a text, so a file cannot be among them. */
export function readEntered(form: FormData): Entered {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, String(form.get(name) ?? "")]));
  return { ...NOTHING, ...texts, businessType: typeOf(form.get("businessType")) };
}
