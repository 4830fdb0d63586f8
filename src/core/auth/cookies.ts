import type { Settings } from "../../env.ts";

type Cookie = "staff_session" | "partner_session" | "dev" | "joined" | "left";

const MAX_HEADER = 8_192;
/** The longest value: what a browser remembers of the waitlist is encrypted data, the others are random tokens. */
const MAX_VALUE = { token: 200, encrypted: 3_900 } as const; // characters; browsers keep 4,096 bytes with the name

/** The cookie's name: on https it has the prefix `__Host-`, which binds it to the host. */
export const cookieName = (settings: Settings, cookie: Cookie): string =>
  settings.publicUrl.protocol === "https:" ? `__Host-${cookie}` : cookie;

/** `Set-Cookie` that keeps a token for `maxAge` milliseconds; an empty token deletes the cookie. */
export function setCookie(settings: Settings, cookie: Cookie, token: string, maxAge: number): string {
  const secure = settings.publicUrl.protocol === "https:" ? "; Secure" : "";
  const age = Math.floor((token === "" ? 0 : maxAge) / 1_000);
  return `${cookieName(settings, cookie)}=${token}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * The value of a cookie. Malformed other cookies are ignored. Duplicates count as none, because one of them was not
 * set by this site.
 */
export function readCookie(
  header: string | null,
  name: string,
  kind: keyof typeof MAX_VALUE = "token",
): string | undefined {
  if (header === null || header.length > MAX_HEADER) return undefined;
  const values = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  if (values.length !== 1 || value === undefined || value.length > MAX_VALUE[kind]) return undefined;
  return /^[\w-]+$/.test(value) ? value : undefined;
}
