/** The header of a REST upload with the percent-encoded file name; the body is the bytes of the file alone. */
export const FILE_NAME_HEADER = "X-File-Name";

/** Undefined if the header is missing or malformed. */
export function fileNameIn(header: string | null): string | undefined {
  try {
    return header === null ? undefined : decodeURIComponent(header);
  } catch {
    return undefined;
  }
}

/** RFC 6266: an ASCII name for old clients and the full one. No name can break out of the header. */
export function contentDisposition(name: string, inline: boolean): string {
  const ascii = name.replace(/[^\w. -]/g, "_");
  const full = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `${inline ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${full}`;
}
