import { PLACE, SOURCES } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { longDay } from "../../../shared/places/days.ts";
import { directionsLinks } from "../../../shared/places/directions.ts";
import { openText } from "../../../shared/places/fact-texts.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { ORIGINS, SOURCE_TERMS } from "../../../shared/places/sources.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { Attribution } from "../../kit/site/attribution.tsx";
import { addressOf } from "./structured-data.ts";

/** What people do with a place: whether it is open, the way there, and whom to call. */
export function PlaceNow({ place }: { readonly place: PublicPlace }) {
  const { phone, website } = place;
  const open = openText(place);
  return (
    <section className="place-now" aria-label={PLACE.contact}>
      {open && (
        <p className="place-now-open" data-open={place.openNow || undefined}>
          {open}
        </p>
      )}
      <div className="place-now-actions">
        <Directions place={place} />
        {phone && (
          <ButtonLink look="quiet" href={`tel:+1${phone.replace(/\D/g, "")}`}>
            {PLACE.call} {phone}
          </ButtonLink>
        )}
        {website && (
          <ButtonLink look="quiet" href={website} rel="noreferrer nofollow ugc">
            {PLACE.website}
            <span className="visually-hidden"> {addressOf(place)}</span>
          </ButtonLink>
        )}
      </div>
      <PlaceSources place={place} />
    </section>
  );
}

const FIRST = "Google Maps";

/** One press opens the map that most people have; the others are a press further. */
function Directions({ place }: { readonly place: PublicPlace }) {
  const links = directionsLinks(place);
  const first = links.find(({ name }) => name === FIRST);
  const ping = `${placePath(place)}/directions`; // counts the press, nothing about who did
  return (
    <>
      <ButtonLink
        href={first?.url ?? ""}
        ping={ping}
        look={place.facts.closed?.value ? "quiet" : "primary"}
        rel="noreferrer"
        title={PLACE.directionsNote}
      >
        {PLACE.directions}
      </ButtonLink>
      <details className="place-now-maps">
        <summary className="button" data-look="quiet">
          {PLACE.otherMaps}
        </summary>
        <ul>
          {links.map(
            ({ name, url }) =>
              name !== FIRST && (
                <li key={name}>
                  <a href={url} ping={ping} rel="noreferrer">
                    {name}
                  </a>
                </li>
              ),
          )}
        </ul>
      </details>
    </>
  );
}

interface PlaceSourcesProps {
  readonly place: PublicPlace;
}

/** Who says the details that people act on, in one line. */
function PlaceSources({ place }: PlaceSourcesProps) {
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
