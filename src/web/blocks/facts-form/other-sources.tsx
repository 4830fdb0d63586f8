import type { EditedFacts } from "../../../shared/places/facts/fact-fields.ts";
import { factText } from "../../../shared/places/facts/fact-texts.ts";
import { FACT_SOURCES, type FactKey, type FactSource } from "../../../shared/places/facts/facts.ts";
import { SOURCE_LABELS } from "./content.ts";

interface OtherSourcesProps {
  readonly facts: EditedFacts;
  readonly fact: FactKey;
  readonly editor: FactSource;
}

/** What other sources state about a fact, where it differs. */
export function OtherSources({ facts, fact, editor }: OtherSourcesProps) {
  const own = factText(facts.bySource[editor], fact);
  const lines = FACT_SOURCES.filter((source) => source !== editor).flatMap((source) => {
    const text = factText(facts.bySource[source], fact);
    return text === null || text === own ? [] : [{ source, text }];
  });
  return lines.map(({ source, text }) => (
    <p key={source} className="facts-form-other">
      {SOURCE_LABELS[source]}: <bdi>{text}</bdi>
    </p>
  ));
}
