import { z } from "zod";
import type { Settings } from "../../../env.ts";
import { DomainError } from "../../../shared/errors.ts";
import type {
  creationOptions,
  RegistrationResponse,
  requestOptions,
  SignedResponse,
} from "../../../shared/people/passkeys.ts";
import { isLoopback } from "../../../shared/server-address.ts";
import type { Deps } from "../../rpc/context.ts";
import type { PasskeyRow } from "../auth.table.ts";
import { CHALLENGE_LIFETIME, consumeChallenge, issueChallenge, type Purpose } from "./challenges.ts";

/** Whose name the authenticator shows. */
export interface PasskeyOwner {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
}

type StoredKey = Pick<PasskeyRow, "userId" | "credentialId" | "publicKey" | "counter">;
export type NewCredential = Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">;

const ALGORITHMS = [-8, -7, -257]; // EdDSA, ES256, RS256

/** Loaded with its first use: its certificate parsers cost every start half a second and 25 MB. */
const webauthn = () => import("@simplewebauthn/server");

/** WebAuthn knows no IP addresses, so every loopback address counts as `localhost`. */
const rpId = ({ publicUrl: { hostname } }: Settings): string =>
  isLoopback(hostname) ? "localhost" : hostname;

const origins = ({ publicUrl }: Settings): string[] => {
  const { port, protocol } = publicUrl;
  return isLoopback(publicUrl.hostname)
    ? [publicUrl.origin, new URL(`${protocol}//localhost:${port}`).origin]
    : [publicUrl.origin];
};
const handleOf = (accountId: string): Buffer<ArrayBuffer> => Buffer.from(accountId);

/** The options with which a browser makes a new passkey on an authenticator that has none of `existing`. */
export async function optionsToAdd(
  { settings, db, now }: Deps,
  purpose: Purpose,
  owner: PasskeyOwner,
  existing: readonly PasskeyRow[],
): Promise<z.input<typeof creationOptions>> {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: settings.brand.name,
    rpID: rpId(settings),
    userID: handleOf(owner.id),
    userName: owner.name,
    userDisplayName: owner.displayName,
    challenge: await issueChallenge(db, purpose, now()),
    timeout: CHALLENGE_LIFETIME,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  }) as Promise<z.input<typeof creationOptions>>;
}

/** The key that a browser made. Throws 400 unless its user was verified and it signed a challenge of `purpose` here. */
export async function verifiedCredential(
  deps: Deps,
  purpose: Purpose,
  response: RegistrationResponse,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await webauthn();
  const expected = await expectations(deps, purpose, response);
  if (!expected) throw notAdded();
  const { transports = [] } = response.response;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expected,
    response: { ...response, response: { ...response.response, transports }, clientExtensionResults: {} },
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified) throw notAdded();
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports,
  };
}

const NOT_ADDED = "This passkey could not be added. Please try again.";
const notAdded = () => new DomainError("invalid", NOT_ADDED, { fields: { response: NOT_ADDED } });

/** The options with which a browser asks for a passkey: any of this site, because no account was named. */
export async function optionsToSign(
  { settings, db, now }: Deps,
  purpose: Purpose,
): Promise<z.input<typeof requestOptions>> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: rpId(settings),
    challenge: await issueChallenge(db, purpose, now()),
    timeout: CHALLENGE_LIFETIME,
    userVerification: "required",
  }) as Promise<z.input<typeof requestOptions>>;
}

/**
 * The key's new counter; null unless its user was verified and it signed a challenge of `purpose` here. The challenge
 * is used up either way.
 */
export async function verifiedCounter(
  deps: Deps,
  purpose: Purpose,
  response: SignedResponse,
  stored: StoredKey | undefined,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const expected = await expectations(deps, purpose, response);
  if (!expected || !stored || !isOwnHandle(response, stored)) return null;
  const { userHandle, ...signed } = response.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    response: {
      ...response,
      response: signed,
      clientExtensionResults: {},
    },
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64url")),
      counter: stored.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

/** An authenticator names the account that it made a key for. */
const isOwnHandle = ({ response: { userHandle } }: SignedResponse, { userId }: StoredKey): boolean =>
  !userHandle || handleOf(userId).equals(Buffer.from(userHandle, "base64url"));

/** Uses up the challenge in the response. Null if it is not a live one of this purpose. */
async function expectations(
  { settings, db, now }: Deps,
  purpose: Purpose,
  { response }: { readonly response: { readonly clientDataJSON: string } },
) {
  const challenge = challengeOf(response.clientDataJSON);
  if (challenge === null || !(await consumeChallenge(db, purpose, challenge, now()))) return null;
  return {
    expectedChallenge: challenge,
    expectedOrigin: origins(settings),
    expectedRPID: rpId(settings),
    requireUserVerification: true,
  };
}

const clientData = z.object({ challenge: z.string() });

function challengeOf(encoded: string): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(encoded, "base64url").toString())).challenge;
  } catch {
    return null;
  }
}
