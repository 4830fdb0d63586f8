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
  documentsText: "We go on once your documents are here.",
  answerClaim: (place: string) => `Answer about your claim: ${isolated(place)}`,
  returned: (place: string) => `We could not use the certificate of ${isolated(place)}`,
  sendAnother: "Send another one",
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
  readings: (done: number, needed: number) => `${done} of ${needed} read it alike`,
  readOn: "Read",
  confirm: "The issuer confirms",
  asked: "Asked",
  lookedUp: "We look it up in its register",
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
    phone: "a phone number",
    website: "a website",
    jumuah: "the times of Jumu'ah",
    slaughter: "how it is slaughtered",
    alcohol: "whether there is alcohol",
    prayerRoom: "whether there is a prayer room",
    womensSpace: "whether there is a space for women",
    wudu: "whether there is a place for wudu",
    parking: "parking",
  },
} as const;

const few = "fewer than 10";

export const VISITS = {
  said: (views: number | null, directions: number | null) =>
    `Seen ${times(views)} in the last four weeks; directions asked for ${times(directions)}.`,
  none: `Seen ${few} times in the last four weeks.`,
  how: "Counted without knowing who. Numbers under 10 are not shown.",
  chart: "Views a week, over twelve weeks",
  week: (from: string, views: number | null) => `Week from ${from}: ${views ?? few}`,
} as const;

const times = (count: number | null): string => (count === null ? `${few} times` : `${count} times`);

export const MY_PLACE = {
  edit: "Edit",
  hours: "Hours",
  public: "See it as visitors do",
  more: (place: string) => `More for ${isolated(place)}`,
  moreShort: "More",
} as const;

export const EDIT = {
  title: "Edit",
  atOnce: "Shown at once",
  checked: "Our team checks this",
  contact: "Contact",
  details: "What people ask about",
  detailsText: "Leave out what you do not know.",
  listing: "Name, address and category",
  listingText: "Until we have looked at it, the place stays listed as it is.",
  submit: "Save",
  sending: "Saving...",
  missing: "Please check the marked fields",
  failed: "This could not be saved",
  saved: "Saved",
} as const;
