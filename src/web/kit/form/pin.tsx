import { PinInput } from "@ark-ui/react/pin-input";
import type { RefObject } from "react";

const DIGITS = 6;
const POSITIONS = Array.from({ length: DIGITS }, (_, position) => position);

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
      value={POSITIONS.map((position) => value[position] ?? "")}
      onValueChange={(change) => onChange(change.valueAsString)}
      onValueComplete={(change) => onComplete(change.valueAsString)}
      sanitizeValue={(pasted) => pasted.replace(/\D/g, "")}
      invalid={invalid === true}
      disabled={disabled === true}
      translations={{ inputLabel: (index, length) => `${label}, digit ${index + 1} of ${length}` }}
    >
      <PinInput.Label className="pin-label">{label}</PinInput.Label>
      <PinInput.Control className="pin-control">
        {POSITIONS.map((position) => (
          <PinInput.Input
            className="pin-input"
            key={position}
            index={position}
            ref={position === 0 ? firstRef : undefined}
          />
        ))}
      </PinInput.Control>
      <PinInput.HiddenInput />
    </PinInput.Root>
  );
}
