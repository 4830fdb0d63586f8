import { z } from "zod";
import { idInPath, requiredText } from "../fields.ts";

export const PASSKEY_NAME_MAX = 60;
export const MAX_PASSKEYS = 20;

const NO_ANSWER = { error: "response must be what the passkey answered" };

const base64url = (max: number) =>
  z
    .string(NO_ANSWER)
    .max(max, NO_ANSWER)
    .regex(/^[\w-]*$/, NO_ANSWER);
const SHORT = 2_000;
const LONG = 20_000;
const type = z.literal("public-key", NO_ANSWER);

/** One of the caller's passkeys. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.date(),
  /** When it was last used to sign in or to confirm an identity. */
  lastUsedAt: z.date().nullable(),
});
export type Passkey = z.output<typeof passkey>;

const userVerification = z.literal("required");

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type, alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(z.object({ id: z.string(), type, transports: z.array(z.string()) })),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
  attestation: z.literal("none"),
});

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification,
});

const credential = { id: base64url(SHORT), rawId: base64url(SHORT), type };

/** `RegistrationResponseJSON`: the fields of it that are read. */
const registrationResponse = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(LONG),
        attestationObject: base64url(LONG),
        transports: z.array(z.string(NO_ANSWER).max(50, NO_ANSWER), NO_ANSWER).max(10, NO_ANSWER).optional(),
      },
      NO_ANSWER,
    ),
  },
  NO_ANSWER,
);

/** `AuthenticationResponseJSON`: the fields of it that are read. */
export const signedResponse = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: base64url(LONG),
        authenticatorData: base64url(LONG),
        signature: base64url(LONG),
        userHandle: base64url(SHORT).nullish(),
      },
      NO_ANSWER,
    ),
  },
  NO_ANSWER,
);
export type CreationOptions = z.output<typeof creationOptions>;
export type RequestOptions = z.output<typeof requestOptions>;
export type RegistrationResponse = z.output<typeof registrationResponse>;
export type SignedResponse = z.output<typeof signedResponse>;

const name = requiredText("Name", PASSKEY_NAME_MAX);

/** The form that names a passkey. */
export const passkeyName = z.object({ name });

export const addPasskeyInput = z.object({ name, response: registrationResponse });
export const renamePasskeyInput = passkeyName.extend({ id: idInPath });
export const passkeyId = z.object({ id: idInPath });
export const signInInput = z.object({ response: signedResponse });
