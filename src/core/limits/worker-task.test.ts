import { expect, test } from "bun:test";
import { createWorkerTask, READY } from "./worker-task.ts";

/** A worker that loads for so many milliseconds and then answers each request with its double, 0 never. */
function doubling(loading: number) {
  const workers: { ended: boolean }[] = [];
  const start = () => {
    const worker = {
      ended: false,
      onmessage: (_: { data: unknown }) => {},
      postMessage(number: number) {
        if (number > 0) queueMicrotask(() => worker.onmessage({ data: number * 2 }));
      },
      terminate: () => {
        worker.ended = true;
      },
    };
    workers.push(worker);
    setTimeout(() => worker.onmessage({ data: READY }), loading);
    return worker as unknown as Worker; // the parts that a task uses
  };
  return { workers, start };
}

const tooSlow = () => new Error("too slow");

test("the time limit of a request begins when its worker has loaded", async () => {
  const { workers, start } = doubling(100);
  const double = createWorkerTask<number, number>({ start, timeout: 20, onTimeout: tooSlow });
  expect([await double(2), await double(3)]).toEqual([4, 6]);
  expect(workers).toMatchObject([{ ended: false }]);
});

test("a request that takes too long ends its worker, and the next one gets another", async () => {
  const { workers, start } = doubling(0);
  const double = createWorkerTask<number, number>({ start, timeout: 20, onTimeout: tooSlow });
  await expect(double(0)).rejects.toThrow("too slow");
  expect(await double(4)).toBe(8);
  expect(workers).toMatchObject([{ ended: true }, { ended: false }]);
});

test("an idle worker is ended if the task says so", async () => {
  const { workers, start } = doubling(0);
  const double = createWorkerTask<number, number>({ start, timeout: 20, onTimeout: tooSlow, idle: 1 });
  expect(await double(1)).toBe(2);
  while (!workers[0]?.ended) await Bun.sleep(1);
  expect([await double(5), workers.length]).toEqual([10, 2]);
});
