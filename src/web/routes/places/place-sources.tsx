import { SOURCES } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { ORIGINS, SOURCE_TERMS } from "../../../shared/places/sources.ts";
import { Attribution } from "../../kit/site/attribution.tsx";

interface PlaceSourcesProps {
  readonly place: PublicPlace;
}

/** Who says the details that people act on, in one line. */
export function PlaceSources({ place }: PlaceSourcesProps) {
  const text = sourcesLine(place);
  if (text === "") return null;
  const files = [...new Set(Object.values(place.sources).flatMap(({ source }) => source ?? []))];
  return (
    <p className="soft">
      {text}. <Attribution of={files} />
      {files.some((source) => SOURCE_TERMS[source].isShareAlike) && ". "}
      <a className="place-now-more" href="/data">
        {SOURCES.more}
      </a>
    </p>
  );
}

/** What several fields share is said once; the owner's comes first. */
function sourcesLine({ sources, category }: PublicPlace): string {
  const fields = Object.entries(SOURCES.fields).flatMap(([field, name]) => {
    const word = sources[field];
    return word ? [{ name, word, text: sourceText(word, category) }] : [];
  });
  const ordered = fields.toSorted(
    (one, other) => ORIGINS.indexOf(one.word.by) - ORIGINS.indexOf(other.word.by),
  );
  const groups = Map.groupBy(ordered, ({ text }) => text);
  const line = [...groups]
    .map(([text, all]) => `${NAMES.format(all.map(({ name }) => name))} ${text}`)
    .join("; ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}

const NAMES = new Intl.ListFormat("en-US");

function sourceText({ by, source, on }: PublicPlace["sources"][string], category: string): string {
  if (by === "file") {
    const isPublic = source !== undefined && SOURCE_TERMS[source].url !== null;
    return isPublic ? SOURCES.file(SOURCE_TERMS[source].name) : SOURCES.list;
  }
  return SOURCES[by === "owner" && category === "mosque" ? "masjid" : by](longDay(on));
}
