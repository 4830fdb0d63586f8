/** Over REST a file's name stands in this header, percent-encoded; the body is the file's bytes and nothing else. */
export const FILE_NAME_HEADER = "X-File-Name";

/** Undefined where there is none, or none that can be read. */
export function fileNameIn(header: string | null): string | undefined {
  try {
    return header === null ? undefined : decodeURIComponent(header);
  } catch {
    return undefined;
  }
}

/** RFC 6266: a plain name for old readers and the whole one beside it; nothing in it can end the header. */
export function contentDisposition(name: string, inline: boolean): string {
  const plain = name.replace(/[^\w. -]/g, "_");
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `${inline ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
