/** A link that opens a mail. The address may come from anyone: unencoded, `?` and `&` would add recipients or a body. */
export const mailto = (address: string, subject?: string): string => {
  const encoded = encodeURIComponent(address).replaceAll("%40", "@").replaceAll("%2B", "+");
  return `mailto:${encoded}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
};

interface Located {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly placeId?: string | null | undefined;
}

/** A link to a place in a map service. Nothing is loaded from that service. */
export function mapLink({ name, address, city, state, zipCode, placeId }: Located): string {
  const query = [name, address, city, `${state} ${zipCode}`.trim()].join(", ");
  const asked = new URLSearchParams({ api: "1", query, ...(placeId && { query_place_id: placeId }) });
  return `https://www.google.com/maps/search/?${asked}`;
}

/** A link to a web search for a place. Nothing is loaded from that service. */
export const webSearchLink = ({ name, city, state }: Pick<Located, "name" | "city" | "state">): string =>
  `https://www.google.com/search?${new URLSearchParams({ q: `${name} ${city} ${state}` })}`;

/**
 * A domain as it is looked up, if that differs from how it is written: letters of another script can look like Latin ones.
 * Null for a domain in ASCII, and for what is no domain.
 */
export function lookedUpDomain(domain: string): string | null {
  const url = `http://${domain}`;
  if (/^[!-~]*$/.test(domain) || !URL.canParse(url)) return null;
  return new URL(url).hostname;
}
