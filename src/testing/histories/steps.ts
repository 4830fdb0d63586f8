import fc from "fast-check";

/**
 * One act of a history. `address` and `password` are indexes of small pools; `link` and `session` count back from the
 * newest one of the history, used and ended ones too.
 */
export type Step =
  | { readonly act: "register"; readonly address: number; readonly password: number }
  | { readonly act: "login"; readonly address: number; readonly password: number }
  | { readonly act: "confirm"; readonly link: number }
  | { readonly act: "resend"; readonly session: number }
  | { readonly act: "addPasskey"; readonly session: number }
  | { readonly act: "forget"; readonly address: number }
  | { readonly act: "reset"; readonly link: number; readonly password: number }
  | { readonly act: "change"; readonly session: number; readonly address: number; readonly password: number }
  | { readonly act: "undo"; readonly link: number }
  | { readonly act: "invite"; readonly address: number }
  | { readonly act: "accept"; readonly link: number; readonly password: number }
  | { readonly act: "join"; readonly address: number }
  | { readonly act: "leave"; readonly address: number }
  | { readonly act: "delete"; readonly session: number; readonly password: number }
  | { readonly act: "wait"; readonly minutes: number };

export const ADDRESSES = 3;
export const PASSWORDS = 2;

const address = fc.nat(ADDRESSES - 1);
const password = fc.nat(PASSWORDS - 1);
const link = fc.nat(4);
const session = fc.nat(2);
const minutes = fc.constantFrom(9, 10, 29, 30, 24 * 60, 7 * 24 * 60);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("register" as const), address, password }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("login" as const), address, password }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("confirm" as const), link }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("resend" as const), session }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("addPasskey" as const), session }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("forget" as const), address }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("reset" as const), link, password }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("change" as const), session, address, password }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("undo" as const), link }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("invite" as const), address }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("accept" as const), link, password }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("join" as const), address }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("leave" as const), address }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("delete" as const), session, password }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("wait" as const), minutes }) },
);

/** A registration and a sign-in, which most acts need, and then anything. */
export const history: fc.Arbitrary<readonly Step[]> = fc
  .array(step, { minLength: 4, maxLength: 20, size: "max" })
  .map((steps) => [
    { act: "register" as const, address: 0, password: 0 },
    { act: "login" as const, address: 0, password: 0 },
    ...steps,
  ]);
