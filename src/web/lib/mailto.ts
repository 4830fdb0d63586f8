/** A link that opens a mail. The address may come from anyone: unencoded, `?` and `&` would add recipients or a body. */
export const mailto = (address: string, subject?: string): string => {
  const encoded = encodeURIComponent(address).replaceAll("%40", "@").replaceAll("%2B", "+");
  return `mailto:${encoded}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
};
