import type { EditedFacts } from "../../../shared/places/facts/fact-fields.ts";
import { factText } from "../../../shared/places/facts/fact-texts.ts";
import { FACT_SOURCES, type FactKey, type FactSource } from "../../../shared/places/facts/facts.ts";
import { SAID_BY } from "./content.ts";

interface SaidByOthersProps {
  readonly facts: EditedFacts;
  readonly fact: FactKey;
  readonly editor: FactSource;
}

/** What the other sources say about a fact, where it is not the same. */
export function SaidByOthers({ facts, fact, editor }: SaidByOthersProps) {
  const own = factText(facts.said[editor], fact);
  const lines = FACT_SOURCES.filter((source) => source !== editor).flatMap((source) => {
    const text = factText(facts.said[source], fact);
    return text === null || text === own ? [] : [{ source, text }];
  });
  return lines.map(({ source, text }) => (
    <p key={source} className="facts-form-other">
      {SAID_BY[source]}: <bdi>{text}</bdi>
    </p>
  ));
}
