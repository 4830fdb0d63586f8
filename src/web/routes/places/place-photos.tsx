import { PHOTOS_OF } from "../../../copy/en/places.ts";
import type { PublicPlace } from "../../../modules/directory/pages/schema.ts";

/** The photos of a place by its owner; each has the same frame, so that nothing moves while they load. */
export function PlacePhotos({ place: { id, name, photos } }: { readonly place: PublicPlace }) {
  if (photos.length === 0) return null;
  return (
    <section className="place-photos" aria-label={PHOTOS_OF.title(name)}>
      <ul>
        {photos.map((photo) => (
          <li key={photo.id}>
            <img
              src={`/places/${id}/photos/${photo.id}`}
              alt={photo.alt}
              width="640"
              height="480"
              loading="lazy"
              decoding="async"
            />
          </li>
        ))}
      </ul>
      <p className="soft">{PHOTOS_OF.from}</p>
    </section>
  );
}
