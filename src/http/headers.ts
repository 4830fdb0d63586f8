import type { Settings } from "../env.ts";

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join("; ");

type HeaderList = Readonly<Record<string, string>>;

/** Headers of every response (docs/security.md OUT-03). */
function commonHeaders(settings: Settings): HeaderList {
  const https = settings.publicUrl.protocol === "https:";
  return {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(self)",
    ...(https && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
  };
}

/** Headers of every HTML page: no inline code or styles, nothing from other origins (docs/security.md OUT-01). */
export const pageHeaders = (settings: Settings): HeaderList => ({
  ...commonHeaders(settings),
  "Content-Security-Policy": PAGE_POLICY,
  "Referrer-Policy": "strict-origin-when-cross-origin",
});

/** Headers of every response to a call: not cached, not framed, and nothing in it may run. */
export const callHeaders = (settings: Settings): HeaderList => ({
  ...commonHeaders(settings),
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
});
