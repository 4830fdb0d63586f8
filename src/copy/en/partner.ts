import { isolated } from "../../shared/format.ts";

export const PORTAL = {
  title: "Partner Portal",
  verified: "Verified Partner",
  checking: "Checking your session",
  checkFailed: "Failed to check session",
  checkFailedText: "You are still signed in as before. Check the connection and try again.",
  retry: "Try again",
  sessionOver: "Your session has ended. Please sign in again.",
  againTitle: "Please sign in again",
  again: "Your session has ended. Please sign in again. What you typed is kept.",
  leave: "Discard it and leave",
  tabs: "Parts of the portal",
} as const;

export const TAB_NAMES = {
  search: "Search POIs",
  pois: "My POIs",
  claims: "Claims",
  requests: "Requests",
  reports: "Reports",
} as const;

export const STATUS_NAMES = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;

export const REVIEW_PROGRESS = {
  label: "Progress",
  sent: "Sent",
  inReview: "In review",
  decided: "Decided",
  submitted: "Submitted",
  reviewed: "Reviewed",
  promised: "We answer by",
  yours: "Waiting for you",
} as const;

export const SEARCH = {
  name: "Business name",
  nameHint: "Name, street, city or phone",
  city: "City (optional)",
  category: "Category",
  allCategories: "All Categories",
  region: "Search results",
  echo: (text: string) => {
    const length = [...text].length;
    return `Searching for "${text}" (${length} ${length === 1 ? "character" : "characters"})`;
  },
  count: (count: number) => (count === 1 ? "1 place found" : `${count} places found`),
  countMore: (count: number) => `The ${count} best matches`,
  more: "Show more",
  most: "There are more. Type more of the name, or the city, to see the others.",
  searching: "Searching",
  failed: "The search did not work",
  start: "Which place is yours?",
  startText: "Type its name, street, city or phone number. If it has no owner yet, you can claim it here.",
  none: "No results found. Would you like to request this location be added?",
  requestNew: "Request New Location",
  requestBusiness: "Request New Business Location",
  requestHint: "Your place is not listed?",
  noneOfThese: "None of these?",
  didYouMean: "Did you mean",
  meant: (name: string, address: string) => `${isolated(name)}, ${isolated(address)}`,
  near: "Nearest first",
  locating: "Finding your location...",
  notLocated: "Your browser did not share your location.",
} as const;

export const CARD = {
  view: "View",
  claim: "Claim",
  claimed: "Already Claimed",
  owned: "Owned",
  inReview: "Your claim is in review",
  certificate: "Halal certificate",
  phone: "Phone",
  website: "Website",
} as const;

export const DETAILS = {
  map: "Open in Google Maps",
  mapNote: "Opens another site in a new tab.",
  failed: "Some details could not be loaded",
} as const;

export const OWN = {
  refresh: "Refresh",
  more: "Show more",
  owned: "Owned",
  website: "Website",
  notes: "Notes",
  goSearch: "Search POIs",
} as const;

export const MY_POIS = {
  title: "My POIs",
  failed: "Your places could not be loaded",
  factsFailed: "The details of this place could not be loaded",
  empty: "You don't have any claimed locations yet.",
  emptyText: "Search for your place and submit a claim. Once it is approved, it appears here.",
} as const;

export const MY_CLAIMS = {
  title: "Claims",
  failed: "Your claims could not be loaded",
  empty: "No ownership claims submitted yet.",
  emptyText: "Search for your place and claim it. You can follow its progress here.",
  number: (id: string) => `Claim #${id.slice(0, 8)}`,
  gone: "The place is no longer listed.",
  sent: (files: number) => {
    if (files === 0) return "What you sent";
    return `What you sent: ${files} ${files === 1 ? "file" : "files"}`;
  },
  again: "Claim again",
} as const;

/** Proof of a claim by a code, instead of a file. */
export const QUICK = {
  title: "Prove it without documents",
  text: "A code shows that you can be reached where the place can. Our team still looks at your claim.",
  ways: {
    email: (domain: string) => `A code by email to a mailbox at ${isolated(domain)}`,
    phone: (number: string) => `A code by phone: we call ${isolated(number)}`,
    letter: (address: string) => `A code by postal mail to ${isolated(address)}`,
  },
  by: {
    email: (domain: string) => `an email to ${isolated(domain)}`,
    phone: (number: string) => `a call to ${isolated(number)}`,
    letter: (address: string) => `a letter to ${isolated(address)}`,
  },
  confirmed: (how: string, day: string) => `Proven by ${how} on ${day}`,
  ask: { email: "Email me a code", phone: "Ask for a call", letter: "Ask for a letter" },
  again: "Email me another code",
  sending: "Sending...",
  askedTitle: "We got your request",
  asked: {
    email: "We are sending it.",
    phone: "Someone from our team will call on a business day and read out six digits.",
    letter: "We will send a letter with six digits. It takes about a week.",
  },
  sent: {
    email: (until: string) => `We sent it. It works until ${until}.`,
    phone: (until: string) => `We are calling you with the code. It works until ${until}.`,
    letter: (until: string) => `The letter is on its way. Its code works until ${until}.`,
  },
  moved: {
    email: "The place now lists a different website. Please ask for a new code.",
    phone: "The place now lists a different phone number. Please ask for a new code.",
    letter: "The place now lists a different address. Please ask for a new code.",
  },
  askFailed: "The code could not be requested",
  mailbox: "Email address",
  mailboxAt: (domain: string) => `Your email address at ${domain}`,
  missingMailbox: "Enter the email address",
  mailed: "We sent you a code",
  code: "Six-digit code",
  codeOf: (how: string) => `Enter the code: ${how}`,
  missingCode: "Enter the code",
  enter: "Submit code",
  checking: "Checking...",
  codeFailed: "The code was not accepted",
  done: "Code confirmed",
  doneText: "Our team will see it when they review your claim.",
} as const;

export const MY_REQUESTS = {
  title: "Requests",
  failed: "Your requests could not be loaded",
  empty: "No location requests submitted yet.",
  emptyText: "Is your place not in the directory? Ask for it to be added.",
  again: "Request again",
} as const;

export const BADGE = {
  heading: "Badge for your website",
  text: "It always shows today's tier and links to the page that says why. Paste this line into your site:",
  alt: (brand: string) => `Our halal tier on ${brand}`,
  preview: (place: string) => `The badge of ${place}, as it looks now`,
  line: "the line of HTML",
} as const;

export const MY_REPORTS = {
  title: "Reports",
  failed: "The reports could not be loaded",
  empty: "There are no reports about your places.",
  emptyText:
    "When a visitor tells us that something is wrong, you can read it here and reply before we decide.",
  open: "Open",
  closed: "Closed",
  sent: (day: string) => `sent on ${day}`,
  visitor: "A visitor wrote:",
  removed: "The visitor's words are not published.",
  yours: "Your reply:",
  found: "What we found:",
  replyBy: (day: string) => `Please reply by ${day}. After that we may decide without it.`,
  late: "You can still reply until we close the report.",
  anytime: "You can reply until we close the report.",
  how: "Your reply is published with the report when we close it. Please leave out names of guests.",
  label: "Your reply",
  changed: "Your reply was changed in another window since you opened it. It is now:",
  send: "Send my reply",
  sending: "Sending...",
  missing: "Please write your reply",
  change: "Change my reply",
  cancel: "Cancel",
  done: "Your reply is saved",
  doneText: "You can change it until we close the report.",
  sendFailed: "Your reply was not saved",
  page: "See it on the place's page",
} as const;

export const ACCOUNT = {
  open: "Account",
  label: (business: string) => `Account of ${isolated(business)}`,
  details: "Your details",
  email: "Email address",
  changePassword: "Change password",
  sessions: "Sessions",
  download: "Download your data",
  remove: "Delete your account",
} as const;

export const DOWNLOAD = {
  path: "/partner/api/me/export",
  failed: "Failed to download your data",
} as const;

export const REMOVE = {
  lead: "This cannot be undone.",
  goes: "What is deleted",
  goesList: [
    "Your account: name, email address, phone number and password.",
    "The accounts of all other people of your business, and open invitations.",
    "Your sign-ins, on all devices.",
    "Files that you uploaded and did not send.",
  ],
  stays: "What stays",
  staysList: [
    "Your places, without an owner. Anyone can claim them again.",
    "Your claims and requests with the name of your business. Open ones are closed, and files that you sent are deleted 30 days later.",
    "A log of what was done with the account, for one year.",
    "Gifts and waitlist signups with the same address. Write to us to have them erased.",
  ],
  password: "Your password",
  missing: "Please enter your password",
  submit: "Delete account",
  sending: "Deleting...",
  done: "Your account is deleted",
  failed: "Failed to delete the account",
  tryAgain: "Please try again.",
} as const;

export const DETAIL_LABELS = {
  businessName: "Business name",
  contactName: "Contact name",
  phone: "Phone",
} as const;

export const CONTACT_DETAILS = {
  title: "Your details",
  submit: "Save",
  sending: "Saving...",
  missing: "Please fill in all required fields",
  failed: "Your details were not saved",
  saved: "Your details are saved",
} as const;

export const PASSWORD = {
  text: "A new password ends your other sessions.",
  rule: "At least 6 characters, and not a common one.",
  current: "Current password",
  next: "New password",
  confirm: "Confirm new password",
  differs: "Passwords do not match",
  missing: "Please fill in all required fields",
  submit: "Change password",
  sending: "Changing...",
  changed: "Password changed",
  failed: "Failed to change the password",
  tryAgain: "Please try again.",
} as const;

export const CODE = {
  title: "Confirm an address",
  label: "Six digits from our email",
  submit: "Confirm",
  sending: "Confirming...",
  missing: "Please enter the six digits",
  done: "Your address is confirmed",
  failed: "Not confirmed",
  tryAgain: "Please try again.",
} as const;

export const BANNER = {
  title: "Please confirm your address",
  text: (email: string) =>
    `We emailed ${isolated(email)} a link and six digits. Open the link, or enter the digits here. Nothing there? Look in the spam folder too.`,
  required: "You can search already. Claims, requests and files can be sent once the address is confirmed.",
  again: "Send again",
  sent: "Please check your inbox",
  sentText: "We send at most one email in ten minutes.",
  failed: "No email was sent",
  tryAgain: "Please try again.",
} as const;

export const EMAIL = {
  title: "Email address",
  current: "Your address",
  state: "State",
  confirmed: "Confirmed",
  unconfirmed: "Not confirmed",
  waiting: (email: string) =>
    `We emailed ${isolated(email)} a link and six digits. Your address changes once you have opened the link or entered the digits here.`,
  change: "Change the address",
  next: "New email address",
  password: "Your password",
  submit: "Change address",
  sending: "Sending...",
  missing: "Please fill in all required fields",
  sent: "Please check the inbox of the new address",
  failed: "The address was not changed",
  tryAgain: "Please try again.",
} as const;
