import { expect, test } from "bun:test";
import { READY } from "../../../../core/limits/worker-task.ts";
import { DomainError } from "../../../../shared/errors.ts";
import { createCardRenderer } from "./card-renderer.ts";
import { lettersOnCard, linesOf } from "./card-svg.ts";

/** A worker that replies when the test lets it. */
function heldWorker() {
  const asked: string[] = [];
  const worker = {
    onmessage: (_: { data: unknown }) => {},
    postMessage: (svg: string) => asked.push(svg),
    terminate: () => {},
  };
  const reply = (data: object | string) => worker.onmessage({ data });
  const start = () => {
    queueMicrotask(() => reply(READY));
    return worker as unknown as Worker; // the parts that the renderer uses
  };
  return { asked, reply, start };
}

const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof DomainError ? error.kind : "failed"),
  );

test("pictures are rendered one at a time, each once, and beyond 20 waiting ones refused", async () => {
  const { asked, reply, start } = heldWorker();
  const render = createCardRenderer(start);
  const first = [render("a"), render("a")];
  await Bun.sleep(0);
  const others = Array.from({ length: 25 }, (_, n) => settled(render(`b${n}`)));
  await Bun.sleep(0);
  expect(asked).toEqual(["a"]);
  for (let n = 0; n <= 20; n += 1) {
    reply({ png: new Uint8Array([n]) });
    await Bun.sleep(1);
  }
  expect((await Promise.all(first)).map(([byte]) => byte)).toEqual([0, 0]);
  const outcomes = await Promise.all(others);
  expect(outcomes.filter((each) => each === "unavailable").length).toBe(5);
  expect(asked.length).toBe(21);
  expect((await render("a"))[0]).toBe(0);
  expect(asked.length).toBe(21);
});

test("a picture that failed is tried again", async () => {
  const { asked, reply, start } = heldWorker();
  const render = createCardRenderer(start);
  const failed = settled(render("a"));
  await Bun.sleep(0);
  reply({ failed: "no memory" });
  expect(await failed).toBe("failed");
  const second = render("a");
  await Bun.sleep(0);
  reply({ png: new Uint8Array([7]) });
  expect([(await second)[0], asked]).toEqual([7, ["a", "a"]]);
});

test("a name is broken into two lines at most, and letters without a font are left out", () => {
  expect(linesOf("Noor Grill", 1_040)).toEqual({ size: 92, lines: ["Noor Grill"] });
  expect(linesOf("The Grand Bazaar of Dearborn Heights and Ann Arbor", 1_040).lines.length).toBe(2);
  const long = linesOf("Wonderful ".repeat(20).trim(), 1_040);
  expect([long.lines.length, long.lines[1]?.endsWith("…")]).toEqual([2, true]);
  expect([lettersOnCard("兰州拉面 Lanzhou"), lettersOnCard("兰州"), lettersOnCard("Şeker مطعم")]).toEqual([
    "Lanzhou",
    "",
    "Şeker مطعم",
  ]);
});
