interface Destination {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode?: string;
  /** Null if they are not known: then the map service looks the address up. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface DirectionsLink {
  readonly name: string;
  readonly url: string;
}

/**
 * Links that open directions to a place in a map service, on a phone in its app. Nothing is loaded from that service
 * before one is followed, and where the visitor is, is left to it.
 */
export function directionsLinks(place: Destination): DirectionsLink[] {
  const { name, address, city, state, zipCode = "", latitude, longitude } = place;
  const postal = [address, city, `${state} ${zipCode}`.trim()].filter((part) => part !== "").join(", ");
  const point = latitude === null || longitude === null ? null : `${latitude},${longitude}`;
  const link = (service: string, url: string, asked: Record<string, string>): DirectionsLink => ({
    name: service,
    url: `${url}?${new URLSearchParams(asked)}`,
  });
  return [
    link("Apple Maps", "https://maps.apple.com/", { daddr: postal }),
    link("Google Maps", "https://www.google.com/maps/dir/", { api: "1", destination: `${name}, ${postal}` }),
    link("Waze", "https://waze.com/ul", { ...(point ? { ll: point } : { q: postal }), navigate: "yes" }),
    link("OpenStreetMap", "https://www.openstreetmap.org/directions", { to: point ?? postal }),
  ];
}
