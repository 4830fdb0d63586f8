import type { FormWords } from "../../../blocks/form-dialog/dialog-form.tsx";

export const ISSUERS = {
  title: "Issuers",
  add: "Add issuer",
  lookup: "Look-up needed",
  text: "A certificate asks its issuer by mail. Use the address that it publishes itself, not one from a certificate.",
  addressHint: "Empty if it publishes none: its certificates then need a look-up in its register.",
  chooseCountry: "Choose a country",
  added: "Issuer added",
  saved: "Issuer saved",
} as const;

/** The fields of the form, in its order. */
export const FIELD_LABELS = {
  name: "Name",
  country: "Country",
  address: "Published email address",
  site: "Website",
} as const;

const MISSING = "Name and country are required";

export const ADD_ISSUER: FormWords = {
  title: "Add issuer",
  submit: "Add issuer",
  sending: "Adding...",
  missing: MISSING,
  failed: "The issuer was not added",
};

export const EDIT_ISSUER: FormWords = {
  title: "Edit issuer",
  submit: "Save changes",
  sending: "Saving...",
  missing: MISSING,
  failed: "The issuer was not saved",
};
