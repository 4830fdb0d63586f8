import { expect } from "bun:test";
import { seconds } from "../../shared/duration.ts";
import { basic } from "../accounts.ts";
import type { TestApp, TestResponse } from "../app.ts";

export const PEOPLE = ["one", "two"] as const;
export type Person = (typeof PEOPLE)[number];

/** What both people have on their screens when they act. */
export interface Seen {
  readonly id: string;
  readonly updatedAt?: string;
  /** Headers of its partner. */
  readonly owner?: Record<string, string>;
  /** Other ids and values that an act needs. */
  readonly also?: Readonly<Record<string, string>>;
}

export interface Try {
  readonly app: TestApp;
  readonly seen: Seen;
  /** Differs in every try. */
  readonly nth: number;
  readonly who: Person;
  /** What this person types: unique among all tries. */
  readonly words: string;
  /** Sends as this member of staff. */
  readonly as: (line: string, body?: unknown) => Promise<TestResponse>;
}

/** The refusals of acts: status and sentence. Acts that are not named succeed. */
export type Refusals = Readonly<Record<string, string>>;

/** A 409 with the current version. */
export const changed = (what: string): string =>
  `409 This ${what} was changed by someone else meanwhile. Please look at it again.`;

/** These acts are refused with the same sentence. */
export const all = (acts: readonly string[], sentence: string): Refusals =>
  Object.fromEntries(acts.map((act) => [act, sentence]));

export interface Kind {
  /** Makes a record that nothing else touches. */
  readonly make: (app: TestApp, nth: number) => Promise<Seen>;
  readonly acts: Readonly<Record<string, (attempt: Try) => Promise<TestResponse>>>;
  /** The acts whose words must be kept: in the record, its trash or the audit log. */
  readonly writes?: readonly string[];
  /** The acts that are refused on the record as it is made. */
  readonly atFirst?: Refusals;
  /** By the first act: which second ones are refused. */
  readonly after: Readonly<Record<string, Refusals>>;
  /** The refusal of the second one if both had read the record before either changed it, as servers with connections do. */
  readonly raced?: string;
}

/** Sends as a member of staff. */
export const asStaff =
  (app: TestApp, who: Person) =>
  (line: string, body?: unknown): Promise<TestResponse> =>
    app.send(line, { headers: basic(who), ...(body !== undefined && { body }) });

/** What a call answers that prepares a try. Fails the test if it was refused. */
export async function prepared(call: Promise<TestResponse>): Promise<TestResponse["json"]> {
  const { status, text, json } = await call;
  if (status >= 400) expect.unreachable(`${status} ${text}`);
  return json;
}

/** The record as both have read it. */
export async function read(app: TestApp, line: string): Promise<TestResponse["json"]> {
  const json = await prepared(asStaff(app, "one")(line));
  app.clock.forward(seconds(1));
  return json;
}
