import { z } from "zod";
import { type CurrentFacts, factFields } from "../../../shared/places/fact-fields.ts";
import { factText } from "../../../shared/places/fact-texts.ts";
import { type FactKey, type FactValues, factsOfCategory } from "../../../shared/places/facts.ts";
import type { Category } from "../../../shared/places/places.ts";
import { textOf } from "../../lib/form.ts";

export const schema = z.object(factFields);
export type SentFacts = z.input<typeof schema>;
type Flag = "alcohol" | "prayerRoom" | "womensSpace" | "wudu";

/** The facts that are a yes or a no. */
export const FLAGS = ["alcohol", "prayerRoom", "womensSpace", "wudu"] as const satisfies readonly Flag[];
export const isFlag = (key: FactKey): key is Flag => FLAGS.some((flag) => flag === key);

/** The facts that the form has, besides hours. When Friday prayers begin is said with the prayer times. */
export const formFacts = (category: Category): readonly Exclude<FactKey, "hours" | "jumuah">[] =>
  factsOfCategory(category).filter((key) => key !== "hours" && key !== "jumuah");

/** The text of a choice, and back; the empty one says nothing. */
export const choiceOf = (value: boolean | undefined): string =>
  value === undefined ? "" : value ? "yes" : "no";
const chosen = (text: string): boolean | null => (text === "" ? null : text === "yes");

/** What the form says about each fact of the category; null where it says nothing. Hours are read apart. */
export function readFacts(form: FormData, keys: readonly FactKey[]): SentFacts {
  const read = (name: string) => textOf(form, name);
  const all = {
    closed: closedOf(read("closed"), read("movedTo")),
    ...{ alcohol: chosen(read("alcohol")), prayerRoom: chosen(read("prayerRoom")) },
    ...{ womensSpace: chosen(read("womensSpace")), wudu: chosen(read("wudu")) },
    slaughter: read("slaughter") as FactValues["slaughter"] | "", // the schema refuses anything else
    parking: parkingOf(read("parking"), read("parkingText")),
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => keys.some((each) => each === key)));
}

function closedOf(choice: string, movedTo: string) {
  if (choice !== "yes") return chosen(choice);
  return movedTo.trim() === "" ? true : { closed: true, movedTo };
}

const parkingOf = (choice: string, text: string): boolean | string | null =>
  choice !== "no" && text.trim() !== "" ? text : chosen(choice);

/** What a source says of these facts, as the form sends it. */
export const valuesOf = (said: CurrentFacts, keys: readonly FactKey[]): SentFacts =>
  Object.fromEntries(keys.map((key) => [key, said[key]?.value ?? null]));

/** A fact that the form sends, as a person reads it; empty if it says nothing. */
export function sentText(key: FactKey, sent: SentFacts): string {
  const value = schema.safeParse(sent).data?.[key] ?? null;
  const said = { [key]: { value, source: "staff", on: "" } } as CurrentFacts; // the schema has read the value
  return value === null ? "" : (factText(said, key) ?? "");
}
