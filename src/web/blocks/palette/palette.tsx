import { Combobox, createListCollection } from "@ark-ui/react/combobox";
import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useDebounced } from "../../lib/hooks/use-debounced.ts";
import { Modal } from "../../ui/dialog/modal.tsx";
import { UserText } from "../../ui/user-text/user-text.tsx";
import { useKeys } from "../keys/use-shortcuts.ts";
import { useStaffScreens } from "../staff/staff-screens.ts";
import { useStaff } from "../staff/use-staff.ts";
import { PALETTE } from "./content.ts";
import { actEntries, type Entry, KEYS_ENTRY, matching, screenEntries } from "./entries.ts";
import { useRecords } from "./use-records.ts";

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

/** The record that is open next to its list, else the screen. */
const openedPart = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(".record-panel h2") ?? document.getElementById("main");

/** Nothing on the new screen has the focus yet. */
const isUnfocused = (): boolean =>
  document.activeElement?.matches("body, main, [data-scope=dialog][data-state=closed] *") ?? true;

/** Screens and actions at once; records when typing pauses. */
function useEntries(typed: string, q: string) {
  const { role } = useStaff();
  const screens = useStaffScreens();
  const own = useMemo(
    () => [...screenEntries(screens, role), ...actEntries(role), KEYS_ENTRY],
    [screens, role],
  );
  const { found, isSearching, hasFailed } = useRecords(q);
  const entries = [...matching(own, typed), ...(typed.trim() === "" ? [] : found)];
  return { entries, isSearching: isSearching || typed.trim() !== q, hasFailed } as const;
}

interface FinderProps extends Pick<PaletteProps, "onClose"> {
  /** Called before it closes, if it leads to another part of the page. */
  readonly onLead: () => void;
}

function Finder({ onClose, onLead }: FinderProps) {
  const [q, setQ] = useState("");
  const { typed, type } = useDebounced(q, setQ);
  const { entries, isSearching, hasFailed } = useEntries(typed, q);
  const [chosen, setChosen] = useState<string | null>(null);
  const highlighted = entries.some(({ id }) => id === chosen) ? chosen : (entries[0]?.id ?? null);
  const input = useRef<HTMLInputElement>(null);
  // The dialog focuses it too late for those who type on at once, and only once it is mounted.
  useLayoutEffect(() => queueMicrotask(() => input.current?.focus()), []);
  const navigate = useNavigate();
  const collection = createListCollection({
    items: entries,
    itemToValue: ({ id }) => id,
    itemToString: ({ label }) => label,
    groupBy: ({ group }) => group,
  });
  const keys = useKeys();
  function go({ to, search, act, run }: Entry): void {
    if (run === "keys") {
      onClose();
      keys.show();
      return;
    }
    onLead();
    onClose();
    // Each route validates its search params, so any object is safe here.
    const opened = navigate({
      to,
      search: (search ?? {}) as never,
      state: (before) => ({ ...before, act }),
    });
    void opened.then(() => isUnfocused() && openedPart()?.focus({ preventScroll: true }));
  }
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
      <Combobox.Content className="palette-list" tabIndex={-1}>
        {collection.group().map(([group, items]) => (
          <Combobox.ItemGroup key={group}>
            <Combobox.ItemGroupLabel className="palette-head">{group}</Combobox.ItemGroupLabel>
            {items.map((entry) => (
              <Combobox.Item key={entry.id} className="palette-entry" item={entry}>
                <Combobox.ItemText>
                  <UserText text={entry.label} />
                </Combobox.ItemText>
                {entry.detail && (
                  <span className="palette-detail">
                    <UserText text={entry.detail} />
                  </span>
                )}
              </Combobox.Item>
            ))}
          </Combobox.ItemGroup>
        ))}
      </Combobox.Content>
      <p className="palette-state" role="status">
        {stateOf(typed, entries.length, isSearching, hasFailed)}
      </p>
    </Combobox.Root>
  );
}

function stateOf(typed: string, count: number, isSearching: boolean, hasFailed: boolean): string {
  if (typed.trim() === "") return "";
  if (isSearching) return PALETTE.searching;
  if (hasFailed) return PALETTE.failed;
  return count === 0 ? PALETTE.nothing(typed.trim()) : PALETTE.found(count);
}
