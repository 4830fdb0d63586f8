/** A malformed file, of which nothing is imported. The message is a sentence for people. */
export class FileError extends Error {
  override readonly name = "FileError";
}
