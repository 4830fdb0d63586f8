import { ACTS, type Act } from "../../lib/acts.ts";
import { ADMINS, ALL_ROLES, PARTNER_MANAGERS, type StaffRole, SUPER_ADMINS } from "../staff/roles.ts";
import type { StaffScreen } from "../staff/staff-screens.ts";
import { PALETTE } from "./palette-content.ts";

/** One thing that the palette opens. */
export interface Entry {
  /** Unique within the palette. */
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** What else it is found by: the words of the screen's own buttons and headings. */
  readonly words?: string | undefined;
  /** Tells entries with the same label apart. */
  readonly detail?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly act?: Act;
  /** Shows the keys of the screen, without opening another one. */
  readonly run?: "keys";
  /** Copied, without opening a screen. */
  readonly copies?: readonly string[];
}

/** Copies the lines that do the same on the command line; none where there are no lines. */
export const copyEntries = (label: string, lines: readonly string[]): readonly Entry[] =>
  lines.slice(0, 1).map((line) => ({
    ...{ id: label, group: PALETTE.acts, label, to: ".", copies: lines },
    detail: lines.length === 1 ? line : PALETTE.lines(line, lines.length - 1),
  }));

export const KEYS_ENTRY: Entry = {
  id: "keys",
  group: PALETTE.acts,
  label: PALETTE.keys,
  to: ".",
  run: "keys",
};

const WORDS: Readonly<Record<string, string>> = {
  "/admin/reviews": "claims requests changes transfers second reading expiring reports suggestions",
  "/admin/places": "directory",
  "/admin/intakes": "files sources Overture Foursquare OpenStreetMap All The Places precision floor bring",
  "/admin": "dashboard",
  "/admin/payments": "payments pledges",
  "/admin/people": "people erase export privacy",
  "/partner-manager": "partners",
  "/admin/users": "staff roles invite",
  "/admin/security": "Set up MFA passkeys sessions API tokens change password",
  startSync: "Sync Now",
  logOut: "log out sign out",
};

const NEW_BROADCAST: Entry = {
  ...{ id: "act newBroadcast", group: PALETTE.acts, label: "New broadcast", to: "/admin/broadcasts" },
  search: { open: "new" },
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
  logOut: ALL_ROLES,
};

export function screenEntries(screens: readonly StaffScreen[], role: StaffRole): readonly Entry[] {
  return screens
    .filter(({ roles }) => roles.includes(role))
    .map(({ path, label }) => ({
      ...{ id: `screen ${path}`, group: PALETTE.screens, label, to: path },
      words: WORDS[path],
    }));
}

export function actEntries(role: StaffRole): readonly Entry[] {
  const acts = Object.keys(ACTS) as Act[]; // the keys of a constant
  const entries = acts
    .filter((act) => WHO[act].includes(role))
    .map((act) => ({ ...ACTS[act], id: `act ${act}`, group: PALETTE.acts, act, words: WORDS[act] }));
  return ADMINS.includes(role) ? [...entries, NEW_BROADCAST] : entries;
}

/** The entries in whose label or words every typed word begins a word, in their own order. */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
  const words = wordsOf(typed);
  return entries.filter(({ label, words: more = "" }) => {
    const all = wordsOf(`${label} ${more}`);
    return words.every((word) => all.some((each) => each.startsWith(word)));
  });
}

/** The kinds of records with one whose name begins with what was typed come first. */
export function nearestFirst(found: readonly Entry[], typed: string): readonly Entry[] {
  const start = typed.trim().toLowerCase();
  const kinds = [...Map.groupBy(found, ({ group }) => group).values()];
  const isNear = (kind: readonly Entry[]) => kind.some(({ label }) => label.toLowerCase().startsWith(start));
  return kinds.toSorted((one, other) => Number(isNear(other)) - Number(isNear(one))).flat();
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
