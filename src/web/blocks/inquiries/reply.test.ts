import { expect, test } from "bun:test";
import { days, hours } from "../../../shared/duration.ts";
import { replyOf } from "./reply.ts";

const NOW = Date.UTC(2026, 0, 31, 12);
const asked = (ago: number, answeredAt: Date | null = null) => ({
  createdAt: new Date(NOW - ago),
  answeredAt,
});

test("an inquiry waits until the promised 24 hours are over, and is late from then on", () => {
  expect(replyOf(asked(hours(5)), NOW)).toEqual({ text: "Waiting 5 h", tone: "warning" });
  expect(replyOf(asked(hours(24)), NOW).tone).toBe("warning");
  expect(replyOf(asked(hours(27)), NOW)).toEqual({ text: "Late by 3 h", tone: "bad" });
  expect(replyOf(asked(days(4)), NOW).text).toBe("Late by 3 days");
});

test("an answered one says when, however late", () => {
  expect(replyOf(asked(days(9), new Date(Date.UTC(2026, 0, 30, 12))), NOW)).toEqual({
    text: "Answered Jan 30, 2026",
    tone: "good",
  });
});
