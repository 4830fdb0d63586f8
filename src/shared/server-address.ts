const TARGETS = ["any", "primary", "read-write"] as const;

/** The address of a PostgreSQL server with one host or several, in libpq's syntax. */
export interface ServerAddress {
  /** The address of each host alone. */
  readonly urls: readonly string[];
  /** Whether only a host that accepts writes may be used. */
  readonly writable: boolean;
}

/**
 * Reads `postgres://user@one:5432,two:5433/db?target_session_attrs=read-write`. Several hosts are `read-write` unless it
 * says `any`. Null if the address has another form or another target.
 */
export function readServerAddress(address: string): ServerAddress | null {
  const [, start, hosts = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/i.exec(address) ?? [];
  if (start === undefined) return null;
  const names = hosts.split(",");
  const [, target = names.length > 1 ? "read-write" : "any"] = TARGET.exec(rest) ?? [];
  const urls = names.map((name) => start + name + withoutTarget(rest));
  if (!TARGETS.some((each) => each === target) || names.includes("")) return null;
  return urls.every((url) => URL.canParse(url)) ? { urls, writable: target !== "any" } : null;
}

const TARGET = /[?&]target_session_attrs=([^&#]*)/;

const withoutTarget = (rest: string): string =>
  rest.replace(TARGET, (found) => (found.startsWith("?") ? "?" : "")).replace("?&", "?");

/** The host and port of an address with one host, without a user or password. */
export const hostOf = (url: string): string => new URL(url).host;

/** The hosts of an address with their ports, without a user or password. */
export const serverOf = (address: string): string =>
  (readServerAddress(address)?.urls ?? [address])
    .map((url) => (new URL(url).port === "" ? `${hostOf(url)}:5432` : hostOf(url)))
    .join(",");

/** Whether a host of the address belongs to Neon. */
export function hasNeonHost(address: string): boolean {
  const urls = readServerAddress(address)?.urls ?? [address];
  return urls.some((url) => /\.neon\.(tech|build)$/i.test(new URL(url).hostname));
}
