import { expect, test } from "bun:test";
import { days, hours } from "../../../shared/duration.ts";
import { replyOf } from "./reply.tsx";

const NOW = Date.UTC(2026, 0, 31, 12);
const received = (ago: number, answeredAt: Date | null = null) => ({
  createdAt: new Date(NOW - ago),
  repliedAt: null,
  answeredAt,
  stage: answeredAt === null ? ("new" as const) : ("answered" as const),
});

test("an inquiry waits for 24 hours and is late from then on", () => {
  expect(replyOf(received(hours(5)), NOW)).toEqual({ text: "Waiting 5 h", tone: "warning" });
  expect(replyOf(received(hours(24)), NOW).tone).toBe("warning");
  expect(replyOf(received(hours(27)), NOW)).toEqual({ text: "Late by 3 h", tone: "bad" });
  expect(replyOf(received(days(4)), NOW).text).toBe("Late by 3 days");
});

test("an answered inquiry has the time of the answer, however late it was", () => {
  const at = new Date(Date.UTC(2026, 0, 30, 12));
  expect(replyOf(received(days(9), at), NOW)).toEqual({ text: "Answered", at, tone: "good" });
});

test("an inquiry that was won or closed shows that, and no day", () => {
  const at = { ...received(days(9)), answeredAt: new Date(NOW) };
  expect([replyOf({ ...at, stage: "won" }, NOW), replyOf({ ...at, stage: "closed" }, NOW)]).toEqual([
    { text: "Won", tone: "good" },
    { text: "Closed", tone: "plain" },
  ]);
});

test("an inquiry to which a reply came back waits from that reply on", () => {
  const repliedAt = (ago: number) => ({ ...received(days(9)), repliedAt: new Date(NOW - ago) });
  expect(replyOf(repliedAt(hours(5)), NOW)).toEqual({ text: "They replied 5 h ago", tone: "warning" });
  expect(replyOf(repliedAt(hours(27)), NOW)).toEqual({ text: "Late by 3 h", tone: "bad" });
});
