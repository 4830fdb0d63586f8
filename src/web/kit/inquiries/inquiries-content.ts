/** The fields of the form, in its order. */
export const FIELD_LABELS = {
  businessName: "Business name",
  email: "Email",
  contactName: "Contact name",
  phone: "Phone",
  website: "Website",
  businessType: "Business type",
  city: "City",
  state: "State",
  message: "Message",
} as const;

export const PROGRESS = {
  stage: "Stage",
  assigneeId: "Assignee",
  placeId: "Our place",
  unassigned: "Unassigned",
  saving: "Saving...",
  saved: "Inquiry saved",
  failed: "Failed to update partnership",
  conflict: "Two changes at once",
} as const;

export const BULK_INQUIRIES = {
  close: {
    name: "Close",
    acting: "Closing...",
    question: (what: string) => `Set the stage of ${what} to closed?`,
    done: (what: string) => `${what} closed`,
    failed: "Failed to close the inquiries",
  },
  delete: {
    name: "Delete",
    acting: "Deleting...",
    question: (what: string) => `Delete ${what}? You can restore what you delete for 30 days.`,
    done: (what: string) => `${what} deleted`,
    failed: "Failed to delete the inquiries",
  },
} as const;
