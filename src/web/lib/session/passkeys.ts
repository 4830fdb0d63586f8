import type {
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
  SignedResponse,
} from "../../../shared/people/passkeys.ts";

/** Loaded with the first use, because few people use it. */
const library = () => import("@simplewebauthn/browser");

/** Old browsers know no passkeys, and none does on a site that is neither https nor localhost. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === "function";

/** Lets the user make a passkey. Throws `PasskeyDismissed`, or `PasskeyExists` on a device that has one. */
export async function makePasskey(options: CreationOptions): Promise<RegistrationResponse> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON: options }).catch(rethrow);
}

/** Lets the user choose a passkey of this site and sign with it. Throws `PasskeyDismissed`. */
export async function signWithPasskey(options: RequestOptions): Promise<SignedResponse> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: options }).catch(rethrow);
}

/** The user closed the browser's dialog or let it time out; browsers do not tell these apart from having no passkey. */
export class PasskeyDismissed extends Error {}

/** The device already has a passkey of this account. */
export class PasskeyExists extends Error {}

function rethrow(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") throw new PasskeyDismissed();
  if (name === "InvalidStateError") throw new PasskeyExists();
  throw error;
}
