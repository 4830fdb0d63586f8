import { isolated } from "../../shared/format.ts";
import { REPORT_LABELS, type ReportKind } from "../../shared/reviews/reports.ts";

export const NEEDS = {
  title: "Needs you",
  report: (place: string, kind: ReportKind) =>
    `A visitor reported ${isolated(place)}: ${REPORT_LABELS[kind].toLowerCase()}`,
  replyBy: (day: string) => `Please reply by ${day}.`,
  replyLate: "You can still reply until we close the report.",
  reply: "Reply",
  replyTo: (place: string) => `Reply: ${isolated(place)}`,
  transfer: (place: string, business: string) => `${isolated(business)} asks for ${isolated(place)}`,
  answerBy: (day: string) => `Please answer by ${day}. After that our team decides.`,
  answer: "Answer",
  answerTo: (place: string) => `Answer: ${isolated(place)}`,
  documents: (place: string) => `We need a little more about your claim of ${isolated(place)}`,
  documentsText: "We continue once we have your documents.",
  answerClaim: (place: string) => `Answer about your claim: ${isolated(place)}`,
  returned: (place: string) => `We could not use the certificate of ${isolated(place)}`,
  sendAnother: "Send another",
  sendAnotherOf: (place: string) => `Send another certificate of ${isolated(place)}`,
} as const;

export const PROGRESS = {
  title: "The road to Verified",
  send: "Send the certificate",
  sendNow: "A photo is enough",
  declined: "We could not use it",
  arrived: "Arrived",
  read: "Two of us read it",
  readOnce: "We read it",
  readings: (done: number, needed: number) => `${done} of ${needed} readings agree`,
  readOn: "Read",
  confirm: "The issuer confirms",
  asked: "Asked",
  lookedUp: "Waiting for confirmation",
  confirmed: "Confirmed",
  refused: "Not confirmed",
  verified: "Verified",
  until: "Shown until",
  wasUntil: "Ended after",
} as const;

export const COMPLETE = {
  meter: (place: string) => `How complete ${isolated(place)} is`,
  said: (done: number, all: number) => `${done} of ${all} details are filled in.`,
  add: (what: string) => `Add ${what}`,
  of: (what: string, place: string) => `Add ${what}: ${isolated(place)}`,
  next: {
    hours: "opening hours",
    photos: "a photo",
    phone: "a phone number",
    website: "a website",
    iqamah: "iqamah times",
    jumuah: "Jumu'ah times",
    slaughter: "the slaughter method",
    alcohol: "whether alcohol is served",
    prayerRoom: "whether there is a prayer room",
    womensSpace: "whether there is a space for women",
    wudu: "whether there is a place for wudu",
    parking: "parking details",
  },
} as const;

export const PHOTO = {
  title: "Photos",
  hint: "Up to three, such as a dish, the room and the entrance. Visitors see a photo once our team has approved it.",
  add: "Add a photo",
  fileHint: "JPEG, PNG or WebP. We scale it down and remove where and when it was taken.",
  choose: "Choose a photo",
  camera: "Take a photo",
  alt: "What it shows, for people who cannot see it",
  altHint: "Lamb mandi on saffron rice",
  states: { waiting: "In review", shown: "Shown", declined: "Not shown" },
  first: "Show first",
  firstOf: (alt: string) => `Show first: ${isolated(alt)}`,
  replace: "Replace",
  replaceOf: (alt: string) => `Replace: ${isolated(alt)}`,
  remove: "Remove",
  removeOf: (alt: string) => `Remove: ${isolated(alt)}`,
  removed: "Photo removed",
  ordered: "This photo is now first",
  failed: "The photos could not be changed",
  loadFailed: "Your photos could not be loaded",
  sent: "Photo sent",
  sentText: "It will appear on your page once our team has approved it.",
  words: {
    title: "Add a photo",
    submit: "Send photo",
    sending: "Sending...",
    missing: "Choose a photo and say what it shows",
    failed: "The photo could not be sent",
    errorTitle: "The photo could not be sent",
  },
} as const;

const few = "fewer than 10";

export const VISITS = {
  said: (views: number | null, directions: number | null) =>
    `Viewed ${times(views)} in the last four weeks; directions opened ${times(directions)}.`,
  none: `Viewed ${few} times in the last four weeks.`,
  how: "We count views, not people. Numbers under 10 are not shown.",
  chart: "Views a week, over twelve weeks",
  week: (from: string, views: number | null) => `Week from ${from}: ${views ?? few}`,
} as const;

const times = (count: number | null): string => (count === null ? `${few} times` : `${count} times`);

export const MY_PLACE = {
  edit: "Edit",
  hours: "Hours",
  photos: "Photos",
  public: "See it as visitors do",
  more: (place: string) => `More for ${isolated(place)}`,
  moreShort: "More",
  stillOpen: "Confirm that it is open",
  stillOpenDone: (place: string) => `The page of ${isolated(place)} says that you confirmed it today`,
  stillOpenFailed: "This could not be saved",
} as const;

/** Where the meat of an own place comes from. */
export const MEAT = {
  open: "Where the meat comes from",
  lead: "Name the slaughterhouse or distributor. Your page shows it for three months; two weeks before that ends, we email you to confirm it. It does not change your halal tier.",
  none: "No supplier is named yet.",
  until: (day: string) => `Confirmed until ${day}`,
  lapsed: (day: string) => `No longer shown: confirmed until ${day}`,
  confirm: "Still the same",
  remove: "Remove",
  of: (act: string, supplier: string) => `${act}: ${isolated(supplier)}`,
  removed: (supplier: string) => `${isolated(supplier)} is removed`,
  saved: (supplier: string) => `Your page names ${isolated(supplier)} for the next three months`,
  failed: "This could not be saved",
  loadFailed: "The suppliers could not be loaded",
  name: "Name of the supplier",
  submit: "Add supplier",
  sending: "Saving...",
  missing: "Please enter the name",
} as const;

export const EDIT = {
  title: "Edit",
  atOnce: "Shown at once",
  checked: "Our team checks this",
  contact: "Contact",
  details: "What people ask about",
  detailsText: "Leave out what you do not know.",
  listing: "Name, address and category",
  listingText: "Until we have checked a change, your listing stays as it is.",
  submit: "Save",
  sending: "Saving...",
  missing: "Please check the marked fields",
  failed: "This could not be saved",
  saved: "Saved",
} as const;

/** The people of a business, in its portal and on the page of an invitation. */
export const ROLE_NAMES = { owner: "Owner", manager: "Manager", editor: "Editor" } as const;

/** What each may do; the next one may do less. */
export const ROLE_TEXTS = {
  owner: "Everything: people, business details, handing places over, deleting the account.",
  manager: "Claims, requests, changes to the listing and transfers. Invites editors.",
  editor: "Hours, details, prayer times, photos, suppliers, certificates and replies to reports.",
} as const;

export const PEOPLE = {
  title: "People",
  text: "Everyone signs in with an account of their own. What they do is recorded with their name.",
  list: "People of this business",
  failed: "The people could not be loaded",
  you: "You",
  mailed: "Receives our emails",
  neverIn: "Has not signed in yet",
  lastIn: (time: string) => `Last signed in ${time}`,
  invitedBy: (name: string) => `Invited by ${isolated(name)}`,
} as const;

export const RENAME = {
  open: "Change your name",
  title: "Your name",
  label: "Name",
  submit: "Save",
  sending: "Saving...",
  missing: "Please enter your name",
  failed: "Your name was not saved",
  done: "Your name is saved",
} as const;

export const ROLE = {
  open: "Change role",
  of: (name: string) => `Change role of ${isolated(name)}`,
  title: (name: string) => `Role of ${isolated(name)}`,
  label: "Role",
  submit: "Save",
  sending: "Saving...",
  missing: "Please choose a role",
  failed: "The role was not changed",
  done: (name: string, role: string) => `${isolated(name)} is ${role} now`,
} as const;

/** After "is". */
export const ROLE_NOUNS = { owner: "an owner", manager: "a manager", editor: "an editor" } as const;

export const REMOVE_PERSON = {
  open: "Remove",
  of: (name: string) => `Remove ${isolated(name)}`,
  title: "Remove this person?",
  text: "They are signed out everywhere at once, and their account and open invitations end. What they sent stays with the business.",
  action: "Remove",
  acting: "Removing...",
  cancel: "Keep",
  done: (name: string) => `${isolated(name)} is removed`,
  failed: "The person was not removed",
} as const;

export const INVITE = {
  title: "Invite a person",
  text: "We email a link that works once, within 7 days.",
  email: "Email",
  role: "Role",
  submit: "Send the invitation",
  sending: "Sending...",
  missing: "Please enter an email address",
  failed: "The invitation was not sent",
  tryAgain: "Please try again.",
  done: "The invitation is on its way",
  handOver: "Hand this link over",
  handOverText: "This server sends no email. The link is shown only now, works once and for 7 days.",
} as const;

export const INVITATIONS = {
  title: "Invited",
  until: (day: string) => `Can be accepted until ${day}`,
  withdraw: "Withdraw",
  of: (email: string) => `Withdraw the invitation of ${isolated(email)}`,
  done: "The invitation is withdrawn",
  failed: "The invitation was not withdrawn",
} as const;

export const LEAVE_BUSINESS = {
  open: "Leave this business",
  title: "Leave this business",
  text: "Your account is deleted and you are signed out everywhere. The business keeps its places and what you sent for it.",
  last: "You are its only owner. Make someone else an owner first, or delete the account in the menu.",
  password: "Your password",
  submit: "Leave",
  sending: "Leaving...",
  missing: "Please enter your password",
  failed: "You have not left",
  done: "You have left the business",
} as const;

export const JOIN = {
  title: "You are invited",
  lead: (business: string, role: string) =>
    `${isolated(business)} invites you to look after its places, as ${role}.`,
  looking: "Looking up the invitation...",
  over: "This invitation has expired, was withdrawn or was used already. Ask for a new one.",
  name: "Your name",
  email: "Email",
  password: "Choose a password",
  rule: "At least 6 characters, and not a common one.",
  submit: "Join",
  sending: "Joining...",
  missing: "Please fill in all required fields",
  tryAgain: "Please try again.",
  done: "You have joined",
  doneText: "Sign in with your email address and the password that you chose.",
  signIn: "Sign in",
} as const;

/** Where a person's role is too small for something. */
export const NOT_YOURS = {
  editor:
    "Managers and owners of your business can claim and request places, and change how they are listed.",
  answer: "Only an owner of your business can answer this.",
} as const;
