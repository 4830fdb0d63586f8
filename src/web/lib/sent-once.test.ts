import { expect, test } from "bun:test";
import { sentOnce } from "./sent-once.ts";

/** A call that answers with its number, and fails where the answer is `null`. */
function counted(answers: readonly (string | null)[]) {
  const sent: string[] = [];
  const call = sentOnce(async (given: string) => {
    const answer = answers[sent.push(given) - 1] ?? null;
    if (answer === null) throw new Error("No response");
    return answer;
  });
  return { ...call, sent };
}

test("a form that was sent early gets that answer, and is sent again after it", async () => {
  const { send, sendEarly, sent } = counted(["first", "second"]);
  sendEarly("amina");
  sendEarly("amina");
  expect(await send("amina")).toBe("first");
  expect(sent).toEqual(["amina"]);
  expect(await send("amina")).toBe("second");
});

test("a form that was changed after it was sent early is sent as it is", async () => {
  const { send, sendEarly, sent } = counted(["first", "second"]);
  sendEarly("amina");
  expect(await send("yusuf")).toBe("second");
  expect(sent).toEqual(["amina", "yusuf"]);
});

test("a form that had no response is sent again", async () => {
  const { send, sendEarly, sent } = counted([null, "second"]);
  sendEarly("amina");
  await Bun.sleep(0);
  expect(await send("amina")).toBe("second");
  expect(sent).toEqual(["amina", "amina"]);
});
