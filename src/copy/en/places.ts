import { BAR } from "./site.ts";

export const PLACE = {
  title: (name: string, city: string, state: string) => `Is ${name} halal? ${city}, ${state}`,
  masjidTitle: (name: string, city: string, state: string) => `${name}, ${city}, ${state}`,
  masjidTimesTitle: (name: string, city: string, state: string) => `Jumu'ah at ${name}, ${city}, ${state}`,
  masjidDescription: (name: string, address: string, brand: string) =>
    `${name}, ${address}: prayer times, Jumu'ah, women's space, wudu, parking and directions, on ${brand}.`,
  printed: (day: string, url: string) => `As of ${day}: ${url}`,
  way: "You are here",
  cities: "Cities",
  directions: "Directions",
  directionsNote: "Opens Google Maps, which is not our site",
  otherMaps: "Other maps",
  call: "Call",
  website: "Website",
  contact: "Address and contact",
} as const;

/** In one line: `Hours from the owner, March 3, 2026; address from OpenStreetMap`. */
export const SOURCES = {
  fields: { hours: "hours", phone: "phone number", website: "website", address: "address" },
  owner: (day: string) => `from the owner, ${day}`,
  masjid: (day: string) => `from the masjid, ${day}`,
  staff: (day: string) => `from our team, ${day}`,
  issuer: (day: string) => `from the issuer, ${day}`,
  report: (day: string) => `from a visitor, ${day}`,
  file: (name: string) => `from ${name}`,
  list: "from a list shared with our team",
  /** Before the name of its makers. */
  some: "Includes data from",
  more: "Where our data comes from",
} as const;

export const FACTS = {
  heading: "Hours and details",
  closed: "Permanently closed.",
  movedTo: "It is now at",
  source: (source: string) => `This is ${source}.`,
  hours: "Opening hours",
  ramadan: "During Ramadan",
  ramadanNow: "Now, during Ramadan",
  asUsual: "As usual",
  apart: "Holidays and special days",
  shut: "Closed",
  today: "(today)",
  hoursSource: (source: string) => `Hours ${source}`,
} as const;

export const TIER = {
  label: "Halal tier:",
  since: "Since",
  until: "Until",
  why: "Why this badge",
  meansHeading: "What this means",
  meaning: {
    verified: "Certified as halal, and the certificate is confirmed by the body that issued it.",
    friendly: "Nothing here is made with meat, and no alcohol or pork is served.",
    reported: "Someone says that it is halal. We have not confirmed it.",
    unverified: "We cannot tell you whether this place is halal, and no check is under way.",
  },
  issuer: "Who certifies:",
  revoked: (day: string) => `Its certificate was revoked on ${day}`,
  help: "It is best to ask at the counter. If you own this place, claim it and send us its certificate.",
  ownedHelp:
    "It is best to ask at the counter. If you own this place, send us its certificate in the portal.",
} as const;

/** The page of a masjid, which has no tier. */
export const MASJID = {
  jumuah: "Jumu'ah",
  everyFriday: "Every Friday",
  details: "Facilities",
  unknown: "Not known",
  said: (day: string) => `Said by the masjid on ${day}`,
  missingTimes: "Are the times of this masjid missing? Someone from the masjid can add them.",
  /** Before the link that leads to the form. */
  missingDetails: (details: readonly string[]) => `Not known yet: ${details.join(", ").toLowerCase()}.`,
  add: "Add them for this masjid",
  tell: "Tell us",
} as const;

export const HISTORY = {
  heading: "What we knew, and when",
  now: "Today",
  from: (day: string) => `From ${day}`,
  /** Between the first day and the last. */
  to: "to",
  ahead: "Unless something new is recorded by then",
} as const;

export const DAY = {
  text: "What did we know on another day?",
  label: "Day",
  show: "Show that day",
  malformed: "Please choose a day, such as 2026-12-31",
  answer: (day: string, tier: string) => `On ${day}: ${tier}`,
  none: "Nothing had been recorded about this place by then.",
  records: "What it was based on",
} as const;

const onDay = (day: string | null): string => (day === null ? "" : ` on ${day}`);
const READ_BY = ["Not read yet.", "Read once.", "Read twice, by two members of our staff."] as const;

/** A record of evidence in a sentence: what it is, on which day, and whose. */
type RecordSentence = (day: string | null, issuer: string | null) => string;

export const RECORD = {
  certificate: (number: string, issuer: string | null, days: readonly [from: string, until: string] | null) =>
    `Certificate ${number} of ${issuer ?? "the issuer"}${days ? `, valid from ${days[0]} to ${days[1]}` : ""}.`,
  unread: (day: string | null) =>
    `A certificate that we received${onDay(day)} and have not finished reading.`,
  prior: "Verified before evidence was recorded.",
  statement: (day: string | null) => `A statement that this place is halal, recorded${onDay(day)}.`,
  kinds: {
    lookup: (day, issuer) => `Found in the register that ${issuer ?? "the issuer"} publishes${onDay(day)}.`,
    answer: (day) => `The issuer of the certificate answered our question${onDay(day)}.`,
    declaration: (day) => `The owner declared what is served here${onDay(day)}.`,
    visit: (day) => `We visited this place${onDay(day)}.`,
  } as Readonly<Record<string, RecordSentence>>,
  revoked: (day: string) => `Revoked on ${day}.`,
  readBy: (times: number) => READ_BY[times] ?? `${times} members of our staff read the same.`,
} as const;

export const PHOTOS_OF = {
  title: (name: string) => `Photos of ${name}`,
  from: "From the owner. A photo is no proof of a halal tier.",
} as const;

export const OWNER = {
  heading: "Is this your place?",
  text: "Claim it to keep its details right and to send us its halal certificate. It is free.",
  masjidText: "Claim it to keep its details right. It is free.",
  claim: "Claim this place",
  owned: "Managed by its owner",
  ownedText:
    "Is this your place? Sign in as a partner to manage it, or to ask for it to be transferred to you.",
  transfer: "Not the right owner?",
} as const;

export const SEARCH = {
  title: "Find halal food, masjids and Muslim-owned shops",
  description: (brand: string) =>
    `Look up a restaurant, shop or masjid by name, dish or city. ${brand} shows what its halal tier is based on, ` +
    "and since when.",
  heading: "Find a place, and see why",
  lead: "Look up a restaurant, a shop or a masjid. Each page shows what its halal tier is based on, and since when.",
  box: "A name, a dish or a city",
  search: "Search",
  near: "Near me",
  nearNote: "Your position is used once and kept nowhere.",
  locating: "Finding where you are…",
  notLocated: "Your browser did not say where you are. Type a city or a ZIP code instead.",
  noneOpen: "We don't know of any that are open right now, so here are all of them.",
  needsPlace: "To find what is near you, press “Near me”, or add a city or a ZIP code.",
  /** The name of their list. */
  completions: "Suggestions",
  results: "Places found",
  closed: "Permanently closed",
  open: "Open now",
  shut: "Closed now",
  away: (km: number) => `${distanceText(km * MILES)} mi (${distanceText(km)} km) away`,
  found: (count: number, where: string | null) =>
    `${count === 1 ? "1 place" : `${count.toLocaleString("en-US")} places`}${where === null ? "" : ` ${where}`}`,
  inPlace: (place: string) => (place === "near you" ? place : `in ${place}`),
  most: (count: number) =>
    `The first ${count.toLocaleString("en-US")} places. Add a city or more of the name to see others.`,
  /** Before the text that was meant. */
  corrected: "Results for",
  asTyped: (typed: string) => `Search for “${typed}” as typed`,
  partial: "No place matches all of these words. These match most of them.",
  filters: "Narrow it down",
  clear: "Clear all",
  facts: {
    open: "Open now",
    prayerRoom: "Prayer room",
    noAlcohol: "No alcohol",
    handSlaughtered: "Hand-slaughtered",
  },
  directions: "Directions",
  directionsTo: (name: string) => `to ${name}`,
  map: "Where these places are",
  mapSource: "Our own drawing, after GeoNames. No map service sees what you search for.",
  previous: "Previous page",
  next: "Next page",
  pages: "Pages of places",
  none: "We know no place by that name",
  noneWith: "No place matches all of these",
  noneText: "Check the spelling, or try a city, a dish or a ZIP code.",
  noneWithText: "Remove a filter, or search somewhere else.",
  missing: "If the place is missing,",
  missingLink: "tell us about it",
  add: "For owners: add your place",
  join: BAR.join,
  startHeading: "Try one of these",
  examples: ["Detroit grill", "masjid chicago", "zabiha burgers 48126"],
  citiesHeading: "Or a city",
  cities: [
    ...["Dearborn, MI", "Detroit, MI", "Chicago, IL", "New York, NY", "Paterson, NJ", "Houston, TX"],
    ...["Dallas, TX", "Los Angeles, CA", "Minneapolis, MN", "Toronto, ON", "Mississauga, ON", "Montréal, QC"],
  ],
  keyHeading: "What the marks mean",
} as const;

const MILES = 0.621371; // in a km
const distanceText = (length: number): string =>
  length < 10 ? length.toFixed(1) : String(Math.round(length));

/** Of a text that is still being typed. */
export const COMPLETIONS = {
  kindIn: (kind: string, place: string) => `${kind} in ${place}`,
} as const;

export const FAILED = { title: "This page could not be shown", back: "Back to the search" } as const;

export const REPORT = {
  title: (name: string) => `Report a problem: ${name}`,
  heading: "Report a problem",
  lead: "Tell us what is wrong with what we say about this place. We look into every report.",
  back: "Back to the place",
  kind: "What is wrong?",
  kindMissing: "Please choose what is wrong",
  text: "What did you notice?",
  textNote:
    "When, and how do you know? The owner reads your words, and we may publish them. Please name no one.",
  photo: "Photo (optional)",
  photoNote:
    "JPEG or PNG, up to 10 MB. Only our staff see it. We remove where and when it was taken, and delete it 30 days after the report is closed.",
  /** Browsers empty the field when the page loads again. */
  photoAgain: "Your photo was not kept. Please choose it again.",
  email: "Email (optional)",
  consent:
    "We use your email only to tell you the outcome, show it to no one, and delete it 30 days after the report is closed.",
  submit: "Send the report",
  doneTitle: "Thank you for your report",
  doneText:
    "What happens now: if the place has an owner, they have five business days to answer what you wrote. Then our staff check it.",
  doneNext: "Once we have closed it, the place's page shows your report, the answer and what we found.",
} as const;

/** The page of a body that certifies places. */
export const ISSUER = {
  title: (name: string) => `${name}: who it is and what it certifies`,
  description: (name: string, brand: string) =>
    `What ${name} stands for, its register, and the places that its halal certificates verify on ${brand}.`,
  kind: "Issuer of halal certificates",
  about: "Who it is",
  standard: "What it stands for",
  register: "Its register",
  registerText: "It publishes there which certificates are valid.",
  registerLink: (name: string) => `Open the register of ${name}`,
  noRegister: "We know of no register that it publishes. We ask it about each certificate.",
  site: "Website",
  places: "Verified now by its certificates",
  none: "No place is verified by its certificates right now.",
  days: (since: string, until: string) => `Certificate from ${since}, verified until ${until}`,
  more: "More places",
  unknown: "We have not written about this yet.",
} as const;

/** The form that suggests a missing place. */
export const SUGGEST = {
  title: "Suggest a missing place",
  heading: "Suggest a missing place",
  lead: "Is a restaurant, a shop or a masjid missing? Tell us, and we will look it up. You do not need an account.",
  back: "Back to the search",
  name: "Name of the place",
  address: "Address (optional)",
  city: "City (optional)",
  state: "State or province (optional)",
  link: "Link to its website or a map (optional)",
  why: "Why should it be listed? (optional)",
  email: "Email (optional)",
  consent:
    "We use your email only to tell you the outcome, show it to no one, and delete it 30 days after we have decided. An address or a link helps us find the place.",
  submit: "Send the suggestion",
  similar: "Is it one of these?",
  similarText: "If it is, there is nothing left to do. If not, send your suggestion.",
  none: "It is none of these: send it",
  doneTitle: "Thank you for your suggestion",
  doneText: "We look the place up within five business days. If we find it, it gets a page of its own.",
  doneEmail: "We will write to you when we have decided.",
  reference: (reference: string) => `Your reference is ${reference}.`,
  another: "Suggest another place",
} as const;

/** Where the meat of a place comes from. */
export const SUPPLIERS = {
  heading: "Where the meat comes from",
  from: (name: string) => `Meat from ${name}`,
  until: (day: string) => `confirmed until ${day}`,
  by: { owner: "Said by the owner.", staff: "Said by our staff." },
  note: "This does not change the halal tier.",
} as const;

/** Whether a place is still open: who said so last, and the question to visitors. */
export const STILL_OPEN = {
  heading: "Still open?",
  said: {
    owner: (day: string) => `Still open: confirmed by the owner on ${day}`,
    staff: (day: string) => `Still open: confirmed by our staff on ${day}`,
    visitor: (day: string) => `Still open: a visitor said so on ${day}`,
    source: (day: string) => `Still open: in a list we imported on ${day}`,
  },
  listed: (day: string) => `Listed here since ${day}. No one has confirmed yet that it is open.`,
  old: "No one has confirmed this in over a year. Is it still open?",
  gone: "A source that listed this place no longer does. Is it still open?",
  ask: "Were you there lately? One tap helps the next visitor.",
  open: "It is open",
  closed: "It has closed",
  thanks: {
    open: "Thank you. The page of this place says so from now on.",
    closed: {
      visitor: "Thank you. If more visitors report this, our team will look into it.",
      owner: "Recorded. Our team will look into it.",
      staff: "Recorded. Our team will look into it.",
    },
  },
  back: "Back to the place",
  /** The words of the case that staff and the owner see. */
  asked: {
    visitor: "At least three visitors reported on this page that the place has closed.",
    owner: "The owner said that this place has closed.",
    staff: "A member of our staff said that this place has closed.",
  },
  /** The same, where it is a file that says so, or no longer names the place. */
  askedBySource: {
    gone: (source: string) => `${source} no longer lists this place.`,
    closed: (source: string) => `${source} says that this place has closed for good.`,
  },
} as const;

export const CLOSED_REPORTS = {
  heading: "Reports from visitors",
  /** Of cases that a public file opened. */
  fromSources: "Questions raised by public lists",
  opened: (day: string) => `Reported on ${day}`,
  question: "Is it still open?",
  asked: (day: string) => `Asked on ${day}`,
  answered: (day: string) => `answered on ${day}`,
  closed: (day: string) => `closed on ${day}`,
  visitor: "A visitor wrote",
  owner: "The owner replied",
  found: "What we found",
  ask: "Is something wrong here?",
  askText: "Tell us, and we will look into it. The owner can answer, and we publish here what we find.",
  report: "Report a problem",
} as const;
