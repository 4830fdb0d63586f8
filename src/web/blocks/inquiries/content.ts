export const INQUIRIES = {
  title: "Partnership inquiries",
  caption: "Partnership inquiries",
  search: "Search business, contact or email",
  state: "Reply",
  all: "All",
  waitingOnly: "Waiting",
  answeredOnly: "Answered",
  type: "Type",
  sort: "Sort",
  sorts: { newest: "Newest first", oldest: "Oldest first", business: "Business", email: "Email" },
  columns: {
    business: "Business",
    contact: "Contact",
    type: "Type",
    place: "Place",
    addedBy: "Added by",
    received: "Received",
    reply: "Reply",
    actions: "Actions",
  },
  addedBy: { admin: "admin", user: "user" },
  none: "–",
  pages: "Pages of the inquiries",
  add: "Add inquiry",
  exportAll: "Export CSV",
  exportFiltered: "Export what is filtered",
  failed: "The inquiries could not be loaded",
  empty: "No inquiry yet",
  emptyText: "What businesses send from the landing page appears here. Add one that reached you another way.",
  noMatch: "No inquiry matches",
  noMatchText: "Try part of the business's name, or the person's address.",
  clear: "Clear search and filters",
  actionsFor: (business: string) => `Actions for ${business}`,
} as const;

export const REPLY = {
  waiting: (span: string) => `Waiting ${span}`,
  late: (span: string) => `Late by ${span}`,
  answered: (day: string) => `Answered ${day}`,
  markAnswered: "Mark as answered",
  markWaiting: "Mark as waiting",
  marked: (business: string) => `${business}: answered`,
  unmarked: (business: string) => `${business}: waiting again`,
  failed: "Failed to update partnership",
} as const;

export const ACTIONS = { edit: "Edit", delete: "Delete" } as const;

/** Quoted from the specification. */
export const FAILED = {
  create: "Failed to create partnership",
  update: "Failed to update partnership",
  delete: "Failed to delete partnership",
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
  types: {
    restaurant: "Restaurant",
    grocery: "Grocery Store",
    fashion: "Fashion & Clothing",
    services: "Services",
    other: "Other",
  },
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

export const DELETION = {
  title: "Delete partnership inquiry",
  /** Quoted from the specification. */
  ask: "Are you sure you want to delete this partnership inquiry? This action cannot be undone.",
  confirm: "Delete",
  deleting: "Deleting...",
  cancel: "Cancel",
  deleted: "Inquiry deleted",
} as const;

export const HELD = {
  title: "Held back",
  caption: "Submissions that were held back",
  text: "These came with a field filled in that people do not see. Most are machines; release what a person wrote.",
  failed: "What was held back could not be loaded",
  empty: "Nothing is held back",
  emptyText: "Submissions that look like a machine's wait here until somebody looks at them.",
  columns: {
    name: "Name",
    email: "Email",
    form: "Form",
    message: "Message",
    received: "Received",
    actions: "Actions",
  },
  forms: { waitlist: "Waitlist", partnership: "Partnership" },
  release: "Release",
  delete: "Delete",
  releaseOf: (name: string) => `Release ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  released: "Released",
  releasedText: (name: string) => `${name} now stands in its list.`,
  releaseFailed: "Failed to release the submission",
  deleted: "Deleted",
  deleteFailed: "Failed to delete the submission",
  askTitle: "Delete what was held back",
  ask: (name: string) => `Delete the submission of ${name} for good? This action cannot be undone.`,
} as const;
