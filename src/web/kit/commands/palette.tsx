import { Combobox, createListCollection, type ListCollection } from "@ark-ui/react/combobox";
import { keepPreviousData } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import type { Mail } from "../../../modules/mail/schema.ts";
import type { Payment } from "../../../modules/payments/schema.ts";
import { seconds } from "../../../shared/duration.ts";
import { trpc } from "../../lib/api.tsx";
import { useLastAct } from "../../lib/last-act.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Modal } from "../dialog/dialog.tsx";
import { ADMINS, PARTNER_MANAGERS } from "../staff/roles.ts";
import { useStaffScreens } from "../staff/staff-screens.ts";
import { useStaff } from "../staff/use-staff.ts";
import { UserText } from "../text/user-text.tsx";
import { linesOfAct, useLinesOfLists } from "./copy-command.tsx";
import {
  actEntries,
  copyEntries,
  type Entry,
  KEYS_ENTRY,
  matching,
  nearestFirst,
  screenEntries,
} from "./entries.ts";
import { PALETTE } from "./palette-content.ts";
import { type Leaving, openedPart, useGo } from "./use-go.ts";

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Opens any screen, record or action of the back office by its name. */
export function Palette({ open, onClose }: PaletteProps) {
  const leads = useRef(false);
  useLayoutEffect(() => {
    if (open) leads.current = false;
  }, [open]);
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={PALETTE.title}
      focusAfter={() => (leads.current ? openedPart() : null)}
    >
      {open && (
        <Finder
          onClose={onClose}
          onLead={() => {
            leads.current = true;
          }}
        />
      )}
    </Modal>
  );
}

/** The field of the palette and what it finds. */
function Finder(leaving: Leaving) {
  const [q, setQ] = useState("");
  const { typed, type } = useDebounced(q, setQ);
  const { entries, isSearching, hasFailed } = useEntries(typed, q);
  const [chosen, setChosen] = useState<string | null>(null);
  const highlighted = entries.some(({ id }) => id === chosen) ? chosen : (entries[0]?.id ?? null);
  const input = useRef<HTMLInputElement>(null);
  // The dialog focuses it too late for people who keep typing, and only once it is mounted.
  useLayoutEffect(() => queueMicrotask(() => input.current?.focus()), []);
  const collection = collectionOf(entries);
  const go = useGo(leaving);
  return (
    <Combobox.Root
      className="palette field"
      collection={collection}
      open
      disableLayer
      value={[]}
      inputValue={typed}
      highlightedValue={highlighted}
      selectionBehavior="preserve"
      loopFocus
      onInputValueChange={({ inputValue, reason }) => reason === "input-change" && type(inputValue)}
      onHighlightChange={({ highlightedValue }) => setChosen(highlightedValue)}
      onSelect={({ itemValue }) => {
        const entry = entries.find(({ id }) => id === itemValue);
        if (entry) go(entry);
      }}
    >
      <Combobox.Label>{PALETTE.label}</Combobox.Label>
      <Combobox.Control>
        <Combobox.Input ref={input} autoComplete="off" aria-describedby="palette-hint" />
      </Combobox.Control>
      <p className="soft" id="palette-hint">
        {PALETTE.hint}
      </p>
      <Found collection={collection} />
      <p className="palette-state" role="status">
        {stateOf(typed, entries.length, isSearching, hasFailed)}
      </p>
    </Combobox.Root>
  );
}

const collectionOf = (entries: readonly Entry[]): ListCollection<Entry> =>
  createListCollection({
    items: entries,
    itemToValue: ({ id }) => id,
    itemToString: ({ label }) => label,
    groupBy: ({ group }) => group,
  });

const Found = ({ collection }: { readonly collection: ListCollection<Entry> }) => (
  <Combobox.Content className="palette-list" tabIndex={-1}>
    {collection.group().map(([group, items]) => (
      <Combobox.ItemGroup key={group}>
        <Combobox.ItemGroupLabel className="palette-head">{group}</Combobox.ItemGroupLabel>
        {items.map((entry) => (
          <FoundEntry key={entry.id} entry={entry} />
        ))}
      </Combobox.ItemGroup>
    ))}
  </Combobox.Content>
);

const FoundEntry = ({ entry }: { readonly entry: Entry }) => (
  <Combobox.Item className="palette-entry" item={entry}>
    <Combobox.ItemText>
      <UserText text={entry.label} />
    </Combobox.ItemText>
    {entry.detail && (
      <span className="palette-detail">
        <UserText text={entry.detail} />
      </span>
    )}
  </Combobox.Item>
);

function stateOf(typed: string, count: number, isSearching: boolean, hasFailed: boolean): string {
  if (typed.trim() === "") return "";
  if (isSearching) return PALETTE.searching;
  if (hasFailed) return PALETTE.failed;
  return count === 0 ? PALETTE.nothing(typed.trim()) : PALETTE.found(count);
}

/** Screens and actions at once; records when typing pauses. */
function useEntries(typed: string, q: string) {
  const { role } = useStaff();
  const screens = useStaffScreens();
  const lastAct = useLastAct();
  const lists = useLinesOfLists();
  const own = [
    ...screenEntries(screens, role),
    ...actEntries(role),
    ...copyEntries(PALETTE.copy, linesOfAct(lastAct)),
    ...copyEntries(PALETTE.copyList, lists),
    KEYS_ENTRY,
  ];
  const { found, isSearching, hasFailed } = useRecords(q);
  const entries = [...matching(own, typed), ...(typed.trim() === "" ? [] : nearestFirst(found, typed))];
  return { entries, isSearching: isSearching || typed.trim() !== q, hasFailed } as const;
}

/** Records of each kind. */
const SHOWN = 5;

/** The records that the role may read and that match what was typed; one request for all kinds. */
function useRecords(q: string) {
  const { role } = useStaff();
  const input = { q, limit: SHOWN };
  const when = (allowed: boolean) => ({
    enabled: allowed && q !== "",
    placeholderData: keepPreviousData,
    gcTime: seconds(30),
    staleTime: seconds(5),
  });
  const isAdmin = ADMINS.includes(role);
  const inquiries = trpc.admin.partnerships.list.useQuery(input, when(isAdmin));
  const places = trpc.admin.pois.list.useQuery(input, when(true));
  const signups = trpc.admin.waitlist.list.useQuery(input, when(isAdmin));
  const partners = trpc.partnerManager.partners.list.useQuery(input, when(PARTNER_MANAGERS.includes(role)));
  const users = trpc.admin.users.list.useQuery(input, when(isAdmin));
  const gifts = trpc.admin.payments.list.useQuery(input, when(isAdmin));
  const mails = trpc.admin.mails.list.useQuery(input, when(isAdmin));
  const all = [inquiries, places, signups, partners, users, gifts, mails];
  const found = [
    ...(inquiries.data?.items ?? []).map(ENTRIES.inquiries),
    ...(places.data?.items ?? []).map(ENTRIES.places),
    ...(signups.data?.items ?? []).map(ENTRIES.signups),
    ...(partners.data?.items ?? []).map(ENTRIES.partners),
    ...(users.data?.items ?? []).map(ENTRIES.users),
    ...(gifts.data?.items ?? []).map(ENTRIES.gifts),
    ...(mails.data?.items ?? []).map(ENTRIES.mails),
  ];
  return {
    found: q === "" ? [] : found,
    isSearching: all.some(({ isFetching }) => isFetching),
    hasFailed: all.some(({ isError }) => isError),
  } as const;
}

interface Named {
  readonly id: string;
  readonly email: string;
}

type RecordKind = "inquiries" | "places" | "signups" | "partners" | "users" | "gifts" | "mails";

/** Where a record opens next to its list. */
const SCREENS: Readonly<Record<Exclude<RecordKind, "places">, string>> = {
  inquiries: "/admin/inquiries",
  signups: "/admin/waitlist",
  partners: "/partner-manager",
  users: "/admin/users",
  gifts: "/admin/payments",
  mails: "/admin/mails",
};

const named = (kind: RecordKind, id: string, label: string, detail: string) => ({
  id: `${kind} ${id}`,
  group: PALETTE[kind],
  label,
  detail,
});
const opened = (kind: keyof typeof SCREENS, id: string, label: string, detail: string): Entry => ({
  ...named(kind, id, label, detail),
  to: SCREENS[kind],
  search: { open: id },
});

/** The entries of records, by their kind. */
export const ENTRIES = {
  inquiries: ({ id, businessName, email }: Named & { readonly businessName: string }) =>
    opened("inquiries", id, businessName, email),
  signups: ({
    id,
    email,
    ...person
  }: Named & { readonly firstName: string; readonly lastName: string | null }) =>
    opened("signups", id, listed(" ", person.firstName, person.lastName), email),
  partners: ({ id, businessName, email }: Named & { readonly businessName: string }) =>
    opened("partners", id, businessName, email),
  users: ({ id, username, email }: Named & { readonly username: string }) =>
    opened("users", id, username, email),
  gifts: ({ id, reference, customerName, customerEmail }: Payment) =>
    opened("gifts", id, reference, listed(", ", customerName, customerEmail)),
  mails: ({ id, to, subject }: Mail) => opened("mails", id, subject, to),
  places: ({ id, name, address, city }: Readonly<Record<"id" | "name" | "address" | "city", string>>) => ({
    ...named("places", id, name, listed(", ", address, city)),
    to: "/admin/places",
    search: { place: id },
  }),
} as const;

const listed = (between: string, ...texts: readonly (string | null)[]): string =>
  texts.filter(Boolean).join(between);
