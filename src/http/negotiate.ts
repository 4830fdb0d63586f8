export type Encoding = "br" | "gzip" | "identity";

const REMEMBERED = 200; // browsers send a handful of values; a hostile client must not fill the memory

/** Picks among the encodings that a file has, best first. `identity` is always served where nothing else may be. */
export function createNegotiator(): (
  header: string | null,
  offered: ReadonlyMap<Encoding, unknown>,
) => Encoding {
  const known = new Map<string, readonly Encoding[]>();
  return (header, offered) => {
    if (header === null) return "identity";
    let accepted = known.get(header);
    if (!accepted) {
      accepted = acceptedBy(header);
      if (known.size < REMEMBERED) known.set(header, accepted);
    }
    for (const each of accepted) if (offered.has(each)) return each;
    return "identity";
  };
}

/** The encodings that an Accept-Encoding header allows, in the order that we prefer them. */
export function acceptedBy(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const weight = parameters.find((each) => /^q\s*=/.test(each))?.replace(/^q\s*=\s*/, "");
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const rest = weights.get("*") ?? 0;
  return (["br", "gzip"] as const).filter((encoding) => (weights.get(encoding) ?? rest) > 0);
}

/** True where the header names the tag that the file has; weak marks do not count for a read (RFC 9110 13.1.2). */
export function matchesTag(header: string, tag: string): boolean {
  return header === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
