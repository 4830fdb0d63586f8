import { PLACE } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";
import { directionsLinks } from "../../../shared/places/directions.ts";
import { openText } from "../../../shared/places/fact-texts.ts";
import { placePath } from "../../../shared/places/slug.ts";
import { ButtonLink } from "../../kit/controls/button.tsx";
import { PlaceSources } from "./place-sources.tsx";
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
