export const ME = {
  title: "What we keep about you",
  reading: "One moment...",
  unreached: "We could not reach the server. Please try again.",
  again: "Try again",
  nothing: "We keep nothing about this address.",
  about: "About",
  failed: "This did not work",
} as const;

export const ASK = {
  text: "Enter your email address, and we will send you a link to this page. It works for 24 hours and needs no account.",
  email: "Email",
  missing: "Please fill in all required fields",
  submit: "Email me a link",
  sending: "Sending...",
  sent: (email: string) => `If we keep anything about ${email}, a link is on its way.`,
  form: "Ask for a link",
} as const;

export const SIGNUP = {
  heading: "Your place on the waitlist",
  none: "You are not on the waitlist.",
  left: (day: string) => `You left the waitlist on ${day}. We do not write to you about it.`,
  unconfirmed: "Please confirm that this address is yours.",
  confirm: "Confirm my address",
  confirmed: "Your address is confirmed",
  joined: "Joined",
  address: "Address",
  addressConfirmed: (day: string) => `Confirmed on ${day}`,
  agreed: "You agreed to",
  agreedOn: (day: string) => `on ${day}`,
  agreedThrough: "You agreed through",
  cameFrom: "You came from",
  cameBy: "Thanks to you",
  friends: (count: number) =>
    count === 1 ? "1 friend joined through your link" : `${count} friends joined through your link`,
} as const;

export const CORRECT = {
  heading: "Correct it",
  firstName: "First name",
  city: "City",
  submit: "Save",
  sending: "Saving...",
  done: "Saved",
  missing: "Please fill in all required fields",
} as const;

export const LEAVE = {
  act: "Leave the waitlist",
  done: "You have left the waitlist",
  doneText: "We will not write to you about the launch and the beta again.",
  joinAgain: "Join again",
  undone: "You are on the waitlist again",
} as const;

export const LISTS = {
  inquiries: "Your partnership inquiries",
  answered: "Answered",
  open: "Not answered yet",
  replies: "Your emails about them",
  claims: "Your claims of ownership",
  requests: "Your requests for new places",
  reports: "Your reports about places",
  suggestions: "Places you suggested",
  proposals: "Your changes of places",
  transfers: "Places you asked for",
  account: "You have a partner account. Sign in to see and change it.",
  signIn: "Sign in",
  gifts: "Your gifts",
  receipt: "Receipt",
  mails: "Emails to you",
  heldBack: "Held back",
  heldBackText: "Submissions that looked automatic. Our team releases or deletes them.",
  deleted: "Deleted by our team",
  deletedText: "We keep it for 30 days in case it was a mistake. If you erase your data, it goes now.",
  states: {
    pending: "Pending",
    closed: "Closed",
    open: "Being looked into",
    approved: "Approved",
    rejected: "Rejected",
    succeeded: "Received",
    failed: "Failed",
    refunded: "Refunded",
    pledged: "Pledged",
    sent: "Sent",
  } as Readonly<Record<string, string>>,
} as const;

export const YOURS = {
  heading: "Your data is yours",
  export: "Download a copy",
  file: "my-data.json",
  erase: "Erase everything",
  eraseTitle: "Erase everything about this address?",
  eraseText:
    "Your place on the waitlist, your inquiries and the emails to you are deleted for good, and what you wrote in reports about places and suggestions of them is removed. Gifts that were received stay as long as bookkeeping law requires, and a partner account stays until you delete it there.",
  erasing: "Erasing...",
  erased: "Erased",
  erasedText: "What could be erased is gone.",
  kept: "What stays, and why",
} as const;
