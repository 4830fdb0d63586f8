import { expect, test } from "bun:test";
import { formatLine } from "./readable-line.ts";

const json = (fields: Record<string, unknown>) =>
  JSON.stringify({ level: "info", time: "2026-11-23T06:45:01.250Z", ...fields });
const clock = new Date("2026-11-23T06:45:01.250Z").toTimeString().slice(0, 8);

test("a line on a terminal has the local time, the level, the message and the other fields", () => {
  const line = json({ level: "warn", route: "public.waitlist.join", status: 503, ms: 1.5, msg: "slow call" });
  expect(formatLine(line, false)).toBe(
    `${clock} warn  slow call route=public.waitlist.join status=503 ms=1.5\n`,
  );
  expect(formatLine(json({ route: "page" }), false)).toBe(`${clock} info  route=page\n`);
});

test("the value of a field cannot move the cursor or look like another field", () => {
  expect(formatLine(json({ error: "\u001b[2J level=x" }), false)).toBe(
    `${clock} info  error="\\u001b[2J level=x"\n`,
  );
});

test("only a terminal with colors gets them", () => {
  const line = json({ level: "error", code: "ECONNREFUSED", msg: "the main database failed" });
  expect(formatLine(line, true)).toBe(
    `${clock} \u001b[31merror\u001b[0m the main database failed \u001b[2mcode=ECONNREFUSED\u001b[0m\n`,
  );
  expect(formatLine(line, false)).not.toContain("\u001b");
});
