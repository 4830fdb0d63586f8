/** A public address about places. */
export type PlaceRoute = { readonly kind: "search" } | { readonly kind: "page"; readonly id: string };

const PATH = /^\/places(?:\/([^/]+))?$/;

/** Undefined for other paths. */
export function placeRouteOf(path: string): PlaceRoute | undefined {
  const match = path.startsWith("/places") ? PATH.exec(path) : null;
  if (!match) return undefined;
  const [, id] = match;
  return id === undefined ? { kind: "search" } : { kind: "page", id };
}
