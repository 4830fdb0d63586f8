import { ACTS, type Act } from "../../lib/acts.ts";
import { ADMINS, PARTNER_MANAGERS, type StaffRole, SUPER_ADMINS } from "../staff/roles.ts";
import type { StaffScreen } from "../staff/staff-screens.ts";
import { PALETTE } from "./palette-content.ts";

/** One thing that the palette opens. */
export interface Entry {
  /** Unique within the palette. */
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Tells entries with the same label apart. */
  readonly detail?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly act?: Act;
  /** Done here, without opening a screen. */
  readonly run?: "keys" | "copy";
}

/** Copies the lines that do on the command line what was done last. */
export const copyEntries = ([line, ...more]: readonly string[]): readonly Entry[] =>
  line === undefined
    ? []
    : [
        {
          ...{ id: "copy", group: PALETTE.acts, label: PALETTE.copy, to: ".", run: "copy" },
          detail: more.length === 0 ? line : PALETTE.lines(line, more.length),
        },
      ];

export const KEYS_ENTRY: Entry = {
  id: "keys",
  group: PALETTE.acts,
  label: PALETTE.keys,
  to: ".",
  run: "keys",
};

const WHO: Readonly<Record<Act, readonly StaffRole[]>> = {
  addInquiry: ADMINS,
  importSignups: ADMINS,
  importPlaces: ADMINS,
  addPartner: PARTNER_MANAGERS,
  addIssuer: ADMINS,
  startSync: ADMINS,
  inviteUser: SUPER_ADMINS,
  addUser: SUPER_ADMINS,
};

export function screenEntries(screens: readonly StaffScreen[], role: StaffRole): readonly Entry[] {
  return screens
    .filter(({ roles }) => roles.includes(role))
    .map(({ path, label }) => ({ id: `screen ${path}`, group: PALETTE.screens, label, to: path }));
}

export function actEntries(role: StaffRole): readonly Entry[] {
  const acts = Object.keys(ACTS) as Act[]; // the keys of a constant
  return acts
    .filter((act) => WHO[act].includes(role))
    .map((act) => ({ ...ACTS[act], id: `act ${act}`, group: PALETTE.acts, act }));
}

/** The entries in whose label every typed word begins a word, in their own order. */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
  const words = wordsOf(typed);
  return entries.filter(({ label }) => {
    const all = wordsOf(label);
    return words.every((word) => all.some((each) => each.startsWith(word)));
  });
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
