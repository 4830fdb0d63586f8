import { expect, test } from "bun:test";
import { observable } from "@trpc/server/observable";
import { createLastAct } from "./last-act.ts";

/** Sends a mutation that succeeds, and returns the act that is kept after it. */
function keptAfter(path: string, input: unknown) {
  const act = createLastAct();
  const link = act.link({});
  link({
    op: { id: 1, type: "mutation", path, input, context: {}, signal: null },
    next: () => observable((observer) => observer.next({ result: { data: {} } })),
  }).subscribe({});
  return act.current();
}

test("the last change of staff is kept without passwords and codes, and with everything else", () => {
  const input = { id: "a", zipCode: "48126", password: "p", newPassword: "n", mfaToken: "123456", code: "1" };
  expect(keptAfter("admin.users.update", input)).toEqual({
    path: "admin.users.update",
    input: { id: "a", zipCode: "48126" },
  });
  expect(keptAfter("sync.trigger", {})?.path).toBe("sync.trigger");
});

test("what a screen sends by itself, and calls that sign in, are not kept", () => {
  for (const path of ["admin.reviews.viewers.view", "admin.session.login", "partner.claims.submit"])
    expect(keptAfter(path, {})).toBeNull();
});
