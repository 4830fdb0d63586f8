import { Combobox, createListCollection } from "@ark-ui/react/combobox";
import { useEffect, useId, useMemo, useState } from "react";
import { trpc } from "../../lib/api.tsx";

interface CityFieldProps {
  readonly label: string;
  readonly name: string;
  readonly defaultValue?: string;
  /** Shown next to the value. */
  readonly error?: string | undefined;
  readonly note?: string;
}

/**
 * A text field for a city, with a list of the cities of the USA and Canada that the text can mean. The form sends the
 * text, which may also be any other.
 */
export function CityField({ label, name, defaultValue = "", error, note }: CityFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const cities = useCities(typed);
  return (
    <Combobox.Root
      className="field"
      ids={{ input: id }}
      collection={cities}
      open={open && cities.size > 0}
      onOpenChange={(change) => setOpen(change.open)}
      defaultInputValue={defaultValue}
      onInputValueChange={({ inputValue }) => setTyped(inputValue)}
      allowCustomValue
      positioning={{ sameWidth: true, gutter: 4 }}
      lazyMount
      unmountOnExit
    >
      <Combobox.Label>{label}</Combobox.Label>
      <Combobox.Control>
        <Combobox.Input
          name={name}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(" ") || undefined
          }
        />
      </Combobox.Control>
      <Combobox.Positioner className="city-field-positioner">
        <Combobox.Content className="city-field">
          {cities.items.map((city) => (
            <Combobox.Item className="city-field-city" key={city} item={city}>
              <Combobox.ItemText>{city}</Combobox.ItemText>
            </Combobox.Item>
          ))}
        </Combobox.Content>
      </Combobox.Positioner>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {note && (
        <p className="soft" id={`${id}-note`}>
          {note}
        </p>
      )}
    </Combobox.Root>
  );
}

const TYPING_ENDS = 150; // milliseconds without a key before a search is sent
const MIN_LETTERS = 2;

/** The cities that a typed text can mean, as `Dearborn, MI`. Those of the previous text stay until the next are read. */
function useCities(typed: string) {
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), TYPING_ENDS);
    return () => clearTimeout(timer);
  }, [typed]);
  const enabled = q.length >= MIN_LETTERS && typed !== "";
  const { data } = trpc.public.cities.search.useQuery(
    { q },
    { enabled, placeholderData: (previous) => previous },
  );
  return useMemo(() => {
    const items = enabled ? (data ?? []).map(({ name, state }) => `${name}, ${state}`) : [];
    return createListCollection({ items });
  }, [enabled, data]);
}
