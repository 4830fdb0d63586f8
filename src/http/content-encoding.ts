export type Encoding = "br" | "gzip" | "identity";

/** The compressed encodings that an Accept-Encoding header allows, in order of our preference. */
export function acceptedEncodings(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const weight = parameters.find((each) => /^q\s*=/.test(each))?.replace(/^q\s*=\s*/, "");
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const rest = weights.get("*") ?? 0;
  return (["br", "gzip"] as const).filter((encoding) => (weights.get(encoding) ?? rest) > 0);
}

/** True if If-None-Match lists the tag; comparison is weak, so `W/` is ignored (RFC 9110 13.1.2). */
export function matchesETag(header: string, tag: string): boolean {
  return header === "*" || header.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
