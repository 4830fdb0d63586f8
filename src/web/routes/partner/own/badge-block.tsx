import type { Place } from "../../../../modules/places/schema.ts";
import { CopyButton } from "../../../blocks/security/copy-button.tsx";
import { useBrand } from "../../../lib/brand.ts";
import { BADGE } from "./content.ts";

/** The badge that the owner can put on its own site, with the line of HTML. A masjid has no tier, and so no badge. */
export function BadgeBlock({ place }: { readonly place: Pick<Place, "id" | "name" | "category"> }) {
  const { name: brand } = useBrand();
  if (place.category === "mosque") return null;
  const page = `${window.location.origin}/places/${place.id}`;
  const line = `<a href="${page}"><img src="${page}/badge.svg" alt="${BADGE.alt(brand)}" height="60"></a>`;
  return (
    <details className="badge-block">
      <summary>{BADGE.heading}</summary>
      <div>
        <p className="soft">{BADGE.text}</p>
        <a href={`/places/${place.id}`}>
          <img
            src={`/places/${place.id}/badge.svg`}
            alt={BADGE.preview(place.name)}
            height="60"
            loading="lazy"
          />
        </a>
        <pre>
          <code>{line}</code>
        </pre>
        <CopyButton text={line} what={BADGE.line} />
      </div>
    </details>
  );
}
