import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** How a test deviates from what an honest authenticator on the site itself would answer. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
}

/** The parts of the options that an authenticator reads. */
interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** A passkey in software: ES256, attestation "none", with a counter unless `counting` is false, as in synced keys. */
export class SoftPasskey {
  readonly id = base64url(randomBytes(32));
  counter = 0;
  #userHandle: string | null = null;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(
    readonly origin = "http://localhost:3000",
    readonly counting = true,
  ) {}

  /** What a browser posts after making this key. */
  create({ challenge, user }: Options, deviation: Deviation = {}) {
    this.#userHandle = user?.id ?? null;
    const flags = FLAGS.present | FLAGS.attested | (deviation.verified === false ? 0 : FLAGS.verified);
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const key = isoCBOR.encode(coseKey(this.#keys.publicKey));
    const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
    const authData = Buffer.concat([this.#head(flags, deviation), credential]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge, deviation),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ["internal"],
      },
    };
  }

  /** What a browser posts after signing with this key. */
  get({ challenge }: Options, deviation: Deviation = {}) {
    if (this.counting) this.counter += 1;
    const flags = FLAGS.present | (deviation.verified === false ? 0 : FLAGS.verified);
    const authenticatorData = this.#head(flags, deviation);
    const clientDataJSON = this.#clientData("webauthn.get", challenge, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: deviation.userHandle === undefined ? this.#userHandle : deviation.userHandle,
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {} };
  }

  #head(flags: number, { rpId = new URL(this.origin).hostname, counter = this.counter }: Deviation): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string, deviation: Deviation): string {
    const { origin = this.origin, challenge: sent = challenge } = deviation;
    return base64url(Buffer.from(JSON.stringify({ type, challenge: sent, origin, crossOrigin: false })));
  }
}

/** A COSE key of the curve P-256 for ES256. */
function coseKey(key: KeyObject): Map<number, number | Uint8Array> {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const bytes = (part: string) => new Uint8Array(Buffer.from(part, "base64url"));
  return new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
}
