import { isolated } from "../../shared/format.ts";
import type { FactSource } from "../../shared/places/facts.ts";

export const FACTS = {
  title: "Hours and details",
  text: (place: string) =>
    `What people ask about ${isolated(place)}. It is shown on its page; leave out what you do not know.`,
  notLoaded: "The details could not be loaded",
  submit: "Save",
  sending: "Saving...",
  saved: "Saved",
  missing: "Please check the marked fields",
  failed: "This could not be saved",
  notSpecified: "Not specified",
  hoursTitle: "Hours",
  hoursText: (place: string) => `When ${isolated(place)} is open. It is shown at once.`,
  movedTo: "Moved to",
  movedToHint: "The new address",
  parkingText: "More about parking",
  parkingTextHint: "Free lot behind the building",
  hours: "Opening hours",
  note: "More about the hours",
  noteHint: "Kitchen closes at 9 PM",
  ramadan: "Hours during Ramadan",
  ramadanText: "Only for the days that differ.",
  inRamadan: " in Ramadan",
  eids: "Hours on Eid",
  eidsText: (...days: readonly string[]) =>
    `On the first day of each: about ${new Intl.ListFormat("en-US").format(days)} by the calendar.`,
  special: "Holidays and special days",
  specialText: "They replace all other hours on these days.",
  specialOf: (nth: number) => `Special day ${nth}`,
  specialFrom: "from",
  specialTo: "until",
  addSpecial: "Add a special day",
  remove: "Remove",
  removeSpecial: (name: string) => `Remove: ${name}`,
  opens: (day: string, nth: number) => `${day} opens${nthText(nth)}`,
  closes: (day: string, nth: number) => `${day} closes${nthText(nth)}`,
  to: "to",
  more: "Add",
  moreOf: (day: string) => `Add hours on ${day}`,
  sameAs: (day: string) => `Same as ${day.slice(0, 3)}`,
  copyTo: (day: string, before: string) => `${day}: same as ${before.slice(0, 3)}`,
  toAll: "Copy to all",
} as const;

const nthText = (nth: number): string => (nth === 0 ? "" : `, time ${nth + 1}`);

/** The modes of a day. */
export const MODES = {
  week: { unknown: "Not specified", open: "Open", all: "Open 24 hours", closed: "Closed" },
  ramadan: { usual: "As usual", open: "Open", all: "Open 24 hours", closed: "Closed" },
  eid: { usual: "As usual", open: "Open", all: "Open 24 hours", closed: "Closed" },
  special: { open: "Open", all: "Open 24 hours", closed: "Closed" },
} as const;

/** What other sources are called in the editor. */
export const SOURCE_LABELS: Readonly<Record<FactSource, string>> = {
  staff: "Our staff recorded",
  owner: "The owner says",
  import: "A public directory says",
};
