import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { EVIDENCE } from "../modules/evidence/uploads/schema.ts";
import { createUploadValidator } from "../modules/evidence/uploads/upload-validator.ts";

/**
 * Run as a process of its own: validates the files of a folder as an upload does, in order of their names, and prints
 * by how many bytes the most memory that the process ever used has grown since the first one.
 */

const folder = process.argv[2] ?? ".";
const buffer = Buffer.from(new SharedArrayBuffer(EVIDENCE.fileBytes)).fill(1); // touched, so that it is counted
const validate = createUploadValidator();

async function validated(name: string): Promise<void> {
  const file = openSync(join(folder, name), "r");
  const size = readSync(file, buffer);
  closeSync(file);
  await validate(name, buffer.subarray(0, size)).catch(() => undefined);
}

const mostMemory = (): number => process.resourceUsage().maxRSS * 1_024;

const [first = "", ...others] = readdirSync(folder).sort();
await validated(first);
const before = mostMemory();
for (const name of others) await validated(name);
console.log(mostMemory() - before);
process.exit(0);
