import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { jpeg, pdf, png } from "../../../testing/evidence-files.ts";
import { hostileFiles, largeHostileFiles } from "../../../testing/hostile-files.ts";
import { createUploadValidator, startWorker } from "./upload-validator.ts";
import { validateFile } from "./validate-file.ts";

const MOST_MEMORY = 48 * 1_024 * 1_024; // bytes; docs/limits.md

function inSharedMemory(bytes: Buffer): Buffer {
  const shared = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(shared);
  return shared;
}

test("the worker keeps the same bytes of a file as the validation itself", async () => {
  const validate = createUploadValidator();
  for (const [name, bytes] of [
    ["a.jpg", jpeg()],
    ["a.png", png()],
    ["a.pdf", pdf()],
  ] as const) {
    const { contentType, parts } = await validate(name, inSharedMemory(bytes));
    const expected = validateFile(name, bytes);
    expect(contentType).toBe(expected.contentType);
    expect(Buffer.concat(parts)).toEqual(Buffer.concat(expected.parts));
  }
});

test("the worker refuses a file with the validation's own message, and goes on with the next one", async () => {
  const validate = createUploadValidator();
  await expect(validate("a.png", inSharedMemory(pdf()))).rejects.toMatchObject({
    status: 415,
    message: "This is a PDF file, but its name does not end like one",
  });
  expect((await validate("a.pdf", inSharedMemory(pdf()))).contentType).toBe("application/pdf");
});

test("a file that is not read in time is refused, and the next one gets a new worker", async () => {
  const stuck = startWorker();
  stuck.postMessage = () => {};
  const workers = [stuck];
  const validate = createUploadValidator(5_000, () => workers.pop() ?? startWorker());
  await expect(validate("a.png", inSharedMemory(png()))).rejects.toMatchObject({
    status: 415,
    message: "This file takes too long to read. Please save it again as PDF, JPEG or PNG.",
  });
  expect((await validate("a.png", inSharedMemory(png()))).contentType).toBe("image/png");
});

test("the worker takes at most 48 MiB besides the file, whatever the file is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rihla-hostile-"));
  try {
    await Bun.write(join(folder, "000.pdf"), pdf("sound", 1_000_000));
    const files = [...largeHostileFiles(), ...hostileFiles(2)];
    for (const [index, { name, bytes }] of files.entries())
      await Bun.write(join(folder, `${String(index + 1).padStart(3, "0")}${extname(name)}`), bytes);
    const cmd = [process.execPath, join(import.meta.dir, "../../../testing/measure-validation.ts"), folder];
    const child = Bun.spawn({ cmd, stdout: "pipe" });
    const growth = Number(await new Response(child.stdout).text());
    expect(growth).toBeGreaterThanOrEqual(0);
    expect(growth).toBeLessThan(MOST_MEMORY);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("files that wait for one another are each answered with their own parts", async () => {
  const validate = createUploadValidator();
  const sizes: number[] = [];
  for (let bytes = 1_000; bytes <= 5_000; bytes += 1_000) {
    const { parts } = await validate("a.pdf", inSharedMemory(pdf("a license", bytes)));
    sizes.push(Buffer.concat(parts).length);
  }
  expect(sizes).toEqual([1_000, 2_000, 3_000, 4_000, 5_000].map((bytes) => pdf("a license", bytes).length));
});
