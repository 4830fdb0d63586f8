/** Held in memory between the two steps, and nowhere else. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Signs in; without a code, an account with MFA answers that it requires one. */
export type Login = (given: Credentials & { readonly mfaToken?: string }) => Promise<object>;
