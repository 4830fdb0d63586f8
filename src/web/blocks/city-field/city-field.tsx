import { Combobox } from "@ark-ui/react/combobox";
import { useId, useState } from "react";
import { useCities } from "./use-cities.ts";

interface CityFieldProps {
  readonly label: string;
  readonly name: string;
  readonly defaultValue?: string;
  /** Shown next to the value. */
  readonly error?: string | undefined;
}

/**
 * A text field for a city, with a list of the cities of the USA and Canada that the text can mean. The form sends the
 * text, which may also be any other.
 */
export function CityField({ label, name, defaultValue = "", error }: CityFieldProps) {
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
          aria-describedby={error ? `${id}-error` : undefined}
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
    </Combobox.Root>
  );
}
