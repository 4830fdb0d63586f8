/** The host and port of an address, without a user or password. */
export const hostOf = (url: string): string => new URL(url).host;

/** The same of a PostgreSQL server, with its port in any case. */
export const serverOf = (url: string): string =>
  new URL(url).port === "" ? `${hostOf(url)}:5432` : hostOf(url);

/** Whether the address belongs to Neon. */
export const hasNeonHost = (url: string): boolean => /\.neon\.(tech|build)$/i.test(new URL(url).hostname);
