import { mapLink, webSearchLink } from "../../../../lib/map-link.ts";
import { CASE } from "../content.ts";

/** Where else to look for a place. Plain links: these services are not contacted until one is clicked. */
export function SearchLinks({ place }: { readonly place: Parameters<typeof mapLink>[0] }) {
  return (
    <p className="case-links">
      <a href={mapLink(place)} target="_blank" rel="noopener noreferrer">
        {CASE.onMap}
      </a>
      <a href={webSearchLink(place)} target="_blank" rel="noopener noreferrer">
        {CASE.onWeb}
      </a>
    </p>
  );
}
