import { Combobox, createListCollection, type ListCollection } from "@ark-ui/react/combobox";
import { useLayoutEffect, useRef, useState } from "react";
import { useDebounced } from "../../lib/hooks/use-debounced.ts";
import { UserText } from "../../ui/user-text/user-text.tsx";
import { PALETTE } from "./content.ts";
import type { Entry } from "./entries.ts";
import { useEntries } from "./use-entries.ts";
import { type Leaving, useGo } from "./use-go.ts";

/** The field of the palette and what it finds. */
export function Finder(leaving: Leaving) {
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
