import { expect, test } from "bun:test";
import type { Broadcast } from "../../../../modules/waitlist/broadcasts/schema.ts";
import { audienceInput, createInput } from "../../../../modules/waitlist/broadcasts/schema.ts";
import { fieldsOf, NEW, readUnsaved, valuesOf } from "./use-editor.ts";

const typed = {
  ...NEW,
  subject: "News",
  markdown: "Salaam {name}",
  confirmed: "true",
  neverInvited: "false",
  joinedAfter: "2026-03-08",
  joinedBefore: "2026-11-01",
  cityIds: ["4990510"],
  rate: "120",
  startsAt: "2026-12-01T09:30",
};

test("a draft that is opened again has the fields as they were typed", () => {
  const { audience, ratePerMinute, startsAt, ...message } = createInput.parse(fieldsOf(typed));
  const filter = audienceInput.parse(JSON.parse(JSON.stringify(audience)));
  expect(valuesOf({ ...message, filter, ratePerMinute, startsAt } as Broadcast)).toEqual(typed);
});

test("a new broadcast goes to confirmed addresses at 60 emails a minute, and empty fields mean everyone, at once and at full speed", () => {
  const message = { ...NEW, subject: "a", markdown: "b" };
  const fresh = createInput.parse(fieldsOf(message));
  expect([JSON.parse(JSON.stringify(fresh.audience)), fresh.ratePerMinute]).toEqual([
    { confirmed: true },
    60,
  ]);
  const { audience, ...rest } = createInput.parse(fieldsOf({ ...message, confirmed: "", rate: "" }));
  expect(JSON.parse(JSON.stringify(audience))).toEqual({});
  expect(rest).toEqual({ subject: "a", markdown: "b", ratePerMinute: null, startsAt: null });
});

test("a text that this tab kept is read again, and one of another form is not", () => {
  const unsaved = { values: typed, updatedAt: null };
  expect(readUnsaved(JSON.stringify(unsaved))).toEqual(unsaved);
  for (const other of ["", '{"values":7}', "[]"]) expect(readUnsaved(other)).toBeNull();
});
