import { type ComponentProps, useId } from "react";
import { finishedRegion, type RegionNames, typedRegion } from "../../../shared/places/regions.ts";
import { Field } from "./field.tsx";

interface RegionFieldProps
  extends Omit<ComponentProps<typeof Field>, "list" | "maxLength" | "onInput" | "onFocus" | "onBlur"> {
  readonly regions: RegionNames;
}

const CODE_LENGTH = 2;

/**
 * A field for the two letters of a state or province. A name that is typed, pasted or filled in becomes its code. The
 * limit of two letters makes browsers fill in the code; it is lifted while a person types, who may type a name.
 */
export function RegionField({ regions, ...field }: RegionFieldProps) {
  const id = useId();
  return (
    <div>
      <Field
        autoCapitalize="characters"
        spellCheck={false}
        {...field}
        list={id}
        maxLength={CODE_LENGTH}
        onFocus={({ currentTarget }) => currentTarget.removeAttribute("maxlength")}
        onInput={({ currentTarget }) => hold(currentTarget, typedRegion(currentTarget.value, regions))}
        onBlur={({ currentTarget }) => {
          hold(currentTarget, finishedRegion(currentTarget.value, regions));
          currentTarget.maxLength = CODE_LENGTH;
        }}
      />
      <datalist id={id}>
        {Object.entries(regions).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}

function hold(input: HTMLInputElement, text: string): void {
  if (input.value !== text) input.value = text;
}
