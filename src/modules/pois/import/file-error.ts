/** A file that cannot be read as what it says it is: nothing of it is kept. The message is a sentence to show. */
export class FileError extends Error {
  override readonly name = "FileError";
}
