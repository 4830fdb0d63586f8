/** Quoted from the specification. */
export const FAILED = {
  create: "Failed to create partnership",
  update: "Failed to update partnership",
} as const;

export const FORM = {
  add: "Add partnership inquiry",
  edit: "Edit partnership inquiry",
  text: "Only business name and email are required.",
  businessName: "Business name",
  email: "Email",
  contactName: "Contact name",
  phone: "Phone",
  website: "Website",
  businessType: "Business type",
  noType: "Not said",
  city: "City",
  state: "State",
  message: "Message",
  create: "Add inquiry",
  update: "Save changes",
  saving: "Saving...",
  cancel: "Cancel",
  created: "Inquiry added",
  updated: "Inquiry saved",
} as const;

export const CONFLICT = {
  title: "This inquiry was changed by someone else meanwhile",
  text: "Nothing was saved yet. Compare both versions and choose the one that stays.",
  field: "Field",
  theirs: "Theirs",
  mine: "Yours",
  same: "Both versions hold the same.",
  keepTheirs: "Keep theirs",
  sendMine: "Send mine",
  empty: "empty",
} as const;
