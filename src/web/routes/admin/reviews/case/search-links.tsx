import { mapLink, webSearchLink } from "../../../../lib/links.ts";

/** Where else to look for a place. Plain links: these services are not contacted until one is clicked. */
export function SearchLinks({ place }: { readonly place: Parameters<typeof mapLink>[0] }) {
  return (
    <p className="case-links">
      <a href={mapLink(place)} target="_blank" rel="noopener noreferrer">
        Search on a map
      </a>
      <a href={webSearchLink(place)} target="_blank" rel="noopener noreferrer">
        Search the web
      </a>
    </p>
  );
}
