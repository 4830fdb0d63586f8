import { afterEach, expect, jest, test } from "bun:test";
import { minutes, seconds } from "../../shared/duration.ts";
import { readUpload } from "./read-upload.ts";

afterEach(() => {
  jest.useRealTimers();
});

const SLOW = { status: 503, message: "The upload stopped. Please try again." };

/** Reads an upload that brings one chunk a second of a clock that only the chunks move. */
async function readAtRate(bytesPerSecond: number, count: number, longest?: number): Promise<number> {
  let clock = 0;
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === count) return controller.close();
        clock += seconds(1);
        sent += 1;
        controller.enqueue(new Uint8Array(bytesPerSecond));
      },
    },
    { highWaterMark: 0 },
  );
  let size = 0;
  for await (const chunk of readUpload(stream, { longest, now: () => clock })) size += chunk.length;
  return size;
}

test("an upload of 8 KiB a second is read to its end", async () => {
  expect(await readAtRate(8_192, 100)).toBe(819_200);
});

test("an upload below 8 KiB a second is cut after 10 seconds, whatever came in the first ones", async () => {
  expect(await readAtRate(2_048, 10)).toBe(20_480);
  await expect(readAtRate(2_048, 11)).rejects.toMatchObject(SLOW);
  await expect(readAtRate(8_191, 11)).rejects.toMatchObject(SLOW);
});

test("an upload of a visitor is cut after its time, however fast it is", async () => {
  expect(await readAtRate(16_384, 120, minutes(2))).toBe(120 * 16_384);
  await expect(readAtRate(16_384, 121, minutes(2))).rejects.toMatchObject(SLOW);
});

test("an upload that falls silent is cut after 30 seconds", async () => {
  jest.useFakeTimers();
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const failure = readUpload(silent)
    .next()
    .catch((error: unknown) => error);
  jest.advanceTimersByTime(seconds(30));
  expect(await failure).toMatchObject(SLOW);
});
