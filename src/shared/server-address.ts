const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a URL's host name is this machine for everyone who opens it. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** The host and port of an address, without a user or password. */
export const hostOf = (url: string): string => new URL(url).host;

/** The same of a PostgreSQL server, with its port in any case. */
export const serverOf = (url: string): string =>
  new URL(url).port === "" ? `${hostOf(url)}:5432` : hostOf(url);

/** Whether the address belongs to Neon. */
export const hasNeonHost = (url: string): boolean => /\.neon\.(tech|build)$/i.test(new URL(url).hostname);
