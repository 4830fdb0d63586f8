/** Opens a mail that is addressed and says what it is about. */
export const mailto = (address: string, subject: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;
