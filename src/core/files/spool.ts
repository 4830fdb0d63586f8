import { type FileHandle, open, rm } from "node:fs/promises";
import type { Settings } from "../../env.ts";
import { tempFilePath } from "./temp-file.ts";

const IN_MEMORY = 8 * 1_024 * 1_024; // characters

/**
 * Texts of one call that wait until they are read, beyond the first of them in a file: what a long transaction writes is
 * prepared before it begins.
 */
export class Spool {
  readonly #path: string;
  readonly #texts: string[] = [];
  #room = IN_MEMORY;
  #file: FileHandle | null = null;
  readonly #lengths: number[] = [];
  #end = 0;

  /** The caller must call `remove`. */
  constructor(settings: Pick<Settings, "databaseUrl" | "dataDir">) {
    this.#path = tempFilePath(settings);
  }

  async add(text: string): Promise<void> {
    this.#room -= text.length;
    if (this.#room >= 0) {
      this.#texts.push(text);
      return;
    }
    this.#file ??= await open(this.#path, "wx+", 0o600);
    const bytes = Buffer.from(text);
    await this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#lengths.push(bytes.length);
    this.#end += bytes.length;
  }

  /** All texts in order; again as often as wanted. */
  async *texts(): AsyncGenerator<string> {
    yield* this.#texts;
    let from = 0;
    for (const length of this.#lengths) {
      const bytes = Buffer.alloc(length);
      await this.#file?.read(bytes, 0, length, from);
      from += length;
      yield bytes.toString();
    }
  }

  async remove(): Promise<void> {
    await this.#file?.close();
    await rm(this.#path, { force: true });
  }
}
