import { isolated } from "../../shared/format.ts";

/** Prayer times on the page of a masjid, on the screen of its hall and where it is embedded. */
export const PRAYER = {
  heading: "Prayer times",
  prayer: "Prayer",
  adhan: "Adhan",
  iqamah: "Iqamah",
  next: "Next",
  /** The next prayer, and when it begins. */
  at: (name: string, time: string) => `${name} at ${time}`,
  tomorrowAt: (name: string, time: string) => `${name} tomorrow at ${time}`,
  /** It has begun; the congregation is still to come. */
  congregation: (name: string) => `${name} has begun`,
  iqamahAt: (time: string) => `iqamah ${time}`,
  unknown: "Not announced",
  early: "before the adhan",
  said: (day: string) => `Said by the masjid on ${day}`,
  saidByStaff: (day: string) => `From our team, ${day}`,
  notConfirmed: "not confirmed",
  of: (names: string, said: string) => `${names}: ${said}`,
  nothing: "We show iqamah times once the masjid announces them. We never guess.",
  planned: "Upcoming changes",
  plannedFrom: (day: string, name: string, text: string) =>
    `From ${day}, ${name}: ${text || "no longer announced"}`,
  method: (method: string, madhab: string) => `Adhan calculation: ${method}. Asr: ${madhab}.`,
  ofCity: (city: string) => `We do not have this masjid's exact location, so these times are for ${city}.`,
  calendar: "Calendar",
  calendarNote: "Sixty days of prayer times, for a calendar app",
  screen: "Screen for the hall",
  everyFriday: (day: string) => `Next on ${day}`,
  noJumuah: "This masjid does not hold Jumu'ah.",
} as const;

/** The screen of a hall. */
export const PRAYER_SCREEN = {
  title: (name: string) => `Prayer times at ${name}`,
  until: "until the adhan",
  untilIqamah: "until the iqamah",
  outOfDate: "These times are out of date. Connect this screen to the internet to show today's.",
  more: (brand: string) => `More on ${brand}`,
} as const;

/** The form in which a masjid says its times. */
export const PRAYER_FORM = {
  open: "Prayer times",
  title: "Prayer times",
  text: (place: string) =>
    `When the congregation of ${isolated(place)} prays. Adhan is computed; saving says that all of this is right today.`,
  notLoaded: "The prayer times could not be loaded",
  submit: "Save and confirm",
  sending: "Saving...",
  saved: "Prayer times saved",
  missing: "Please check the marked fields",
  failed: "The prayer times could not be saved",
  iqamah: "Iqamah",
  kinds: {
    none: "Not announced",
    fixed: "At a fixed time",
    after: "After the adhan",
    rounded: "Rounded up",
  },
  timeOf: (prayer: string) => `${prayer}: time`,
  minutesOf: (prayer: string) => `${prayer}: minutes after the adhan`,
  stepOf: (prayer: string) => `${prayer}: rounded up to`,
  leastOf: (prayer: string) => `${prayer}: at least so many minutes after the adhan`,
  fromOf: (prayer: string) => `${prayer}: first day`,
  afterAdhan: "min after the adhan",
  every: (minutes: number) => `every ${minutes} min`,
  atLeast: "at least",
  from: "from",
  later: (prayer: string) => `${prayer}, later`,
  addLater: "Change later",
  addLaterOf: (prayer: string) => `Change later: ${prayer}`,
  remove: "Remove",
  removeOf: (name: string) => `Remove: ${name}`,
  jumuah: "Jumu'ah",
  jumuahText: "Each Friday prayer with its hall and language, if there are several.",
  jumuahOf: (nth: number) => `Jumu'ah ${nth}`,
  time: "time",
  hall: "Hall",
  language: "Language",
  addJumuah: "Add a Jumu'ah",
  calculation: "How the adhan is calculated",
  calculationText: "Change it only if your printed timetable follows another method.",
  method: "Method",
  madhab: "School for Asr",
  old: "Your prayer times show as not confirmed.",
  confirm: "Look at them",
  confirmOf: (place: string) => `Look at them: ${isolated(place)}`,
  whenMissing: (prayer: string) => `Please say when: ${prayer}`,
  dayMissing: (prayer: string) => `Please choose the first day: ${prayer}`,
  ends: (hall: string) => (hall === "" ? "No Jumu'ah" : `No Jumu'ah in ${hall}`),
  firstDay: "first day",
} as const;

/** The line of HTML that a masjid puts on its own site, and the address of its screen. */
export const PRAYER_EMBED = {
  title: "Prayer times elsewhere",
  website: "On your website",
  websiteText: "The times stay current. Paste this line into your site:",
  line: "the line of HTML",
  hall: "In the hall",
  hallText: "Open this address on the TV in your prayer hall. It keeps working for a day without internet:",
  address: "the address of the screen",
  calendar: "In a calendar",
  calendarText: "Subscribe to this address; it has the next sixty days:",
  calendarAddress: "the address of the calendar",
  frame: (place: string) => `Prayer times of ${place}`,
} as const;
