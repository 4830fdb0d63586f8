import { LOGINS, readCredentials } from "../kit/sign-in/login.ts";

/**
 * Sends a sign-in before its form is interactive: it needs none of React. The form shows the answer when it is
 * submitted again; what it would not send is left to it.
 */
export function sendEarly(signIn: string, form: FormData): void {
  if (!isSignIn(signIn)) return;
  const given = readCredentials(form, signIn === "partner" ? "email" : "username");
  if (given.username !== "" && given.password !== "") LOGINS[signIn].sendEarly(given);
}

const isSignIn = (name: string): name is keyof typeof LOGINS => Object.hasOwn(LOGINS, name);
