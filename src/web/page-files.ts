import type { ComponentType } from "react";
import type { z } from "zod";
import type { Purpose } from "./kit/site/without-scripts.tsx";

/** Whose session a screen needs: the name of the cookie that holds it. */
export type SessionCookie = "staff_session" | "partner_session";

/** The forms that sign in. */
export const SIGN_INS = ["staff", "manager", "partner"] as const;
export type SignInName = (typeof SIGN_INS)[number];

export interface Page {
  /** In the router's pattern language. */
  readonly path: string;
  /** True if the build renders the whole page. Of other pages it renders only a frame, which must not be cached. */
  readonly prerendered?: true;
  /** Whose session the screen needs. Without its cookie the server sends the sign-in. */
  readonly session?: {
    readonly cookie: SessionCookie;
    readonly signIn: SignInName;
    /** The address of the sign-in, if it is not this page. */
    readonly signInAt?: string;
    /** A query under which the screen is something else than the sign-in. */
    readonly exceptQuery?: string;
  };
}

/** An address that the server answers, and the file with its answer. */
export interface Address {
  readonly path: string;
  readonly file: string;
  /** What the build renders. */
  readonly rendered: string;
}

const SIGN_IN = ".sign-in.html";

/** A page with an optional segment is two: the build renders both. */
export function addressesOf({ path }: Page): readonly [Address, ...Address[]] {
  const [start = path, name] = path.split("/{-$");
  const plain = addressOf(start);
  if (name === undefined) return [plain];
  const example = `${start}/example`;
  return [
    plain,
    { path: `${start}/$${name.slice(0, -1)}`, file: `${example.slice(1)}.html`, rendered: example },
  ];
}

const addressOf = (path: string): Address => ({
  path,
  file: path === "/" ? "index.html" : `${path.slice(1)}.html`,
  rendered: path,
});

/** The file for a person whose browser holds no session cookie; undefined if the page needs none. */
export const signInFileOf = ({ session }: Page, { file }: Address): string | undefined =>
  session && file.replace(/\.html$/, SIGN_IN);

export const NOT_FOUND = "404.html";
export const OUTCOMES = {
  joined: "waitlist-joined.html",
  failed: "waitlist-failed.html",
  leftByCard: "waitlist-left.html",
  leave: "leave.html",
  left: "left.html",
  rejoined: "rejoined.html",
  leaveUnknown: "leave-unknown.html",
  beta: "beta.html",
  betaAccepted: "beta-accepted.html",
  betaUsed: "beta-used.html",
  betaUnknown: "beta-unknown.html",
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** Marks the spot in an outcome's page where the server writes its sentence, escaped. */
export const SENTENCE = "<!--sentence-->";

/** Marks what the server fills in on the page of a person who joined, escaped; in attributes too. */
export const JOINED_VALUES = {
  failure: "%failure%",
  firstName: "%firstName%",
  email: "%email%",
  city: "%city%",
  cityKnown: "%cityKnown%",
  link: "%link%",
  beta: "%beta%",
  greets: "%greets%",
} as const;

export interface Screen extends Page {
  readonly load: () => Promise<ComponentType>;
  /** What the screen keeps in the URL. */
  readonly search?: z.ZodType;
  /** Of a prerendered screen that shows data: the app does not wait for an interaction. */
  readonly scripts?: "enhance";
  /** The purpose of a screen that needs JavaScript, named in its no-script message. */
  readonly withoutScripts?: Purpose;
}

/** A page as HTML, in the two parts of a document. */
export interface Rendered {
  readonly head: string;
  readonly body: string;
}

/** React puts the title first in the string; in a document it belongs in the head. */
export function rendered(html: string): Rendered {
  const title = /<title>.*?<\/title>/s.exec(html)?.[0];
  if (!title) throw new Error("A page was rendered without a title");
  return { head: title, body: html.replace(title, "") };
}
