import { PinInput } from "@ark-ui/react/pin-input";
import type { RefObject } from "react";

const DIGITS = 6;
const PLACES = Array.from({ length: DIGITS }, (_, place) => place);

interface PinProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly onComplete: (digits: string) => void;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  /** The first box. */
  readonly firstRef?: RefObject<HTMLInputElement | null>;
}

/** Six digits in one box each: typed, pasted or autofilled. */
export function Pin({ label, name, value, onChange, onComplete, invalid, disabled, firstRef }: PinProps) {
  return (
    <PinInput.Root
      className="pin"
      otp
      type="numeric"
      placeholder=""
      count={DIGITS}
      name={name}
      value={PLACES.map((place) => value[place] ?? "")}
      onValueChange={(change) => onChange(change.valueAsString)}
      onValueComplete={(change) => onComplete(change.valueAsString)}
      sanitizeValue={(pasted) => pasted.replace(/\D/g, "")}
      invalid={invalid === true}
      disabled={disabled === true}
      translations={{ inputLabel: (index, length) => `${label}, digit ${index + 1} of ${length}` }}
    >
      <PinInput.Label className="pin-label">{label}</PinInput.Label>
      <PinInput.Control className="pin-control">
        {PLACES.map((place) => (
          <PinInput.Input
            className="pin-input"
            key={place}
            index={place}
            ref={place === 0 ? firstRef : undefined}
          />
        ))}
      </PinInput.Control>
      <PinInput.HiddenInput />
    </PinInput.Root>
  );
}
