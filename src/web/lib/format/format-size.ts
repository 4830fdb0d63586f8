const KIB = 1_024;
const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** A number of bytes for display: `812 B`, `94.2 KB`, `1.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${number.format(bytes / KIB)} KB`;
  return `${number.format(bytes / (KIB * KIB))} MB`;
}
