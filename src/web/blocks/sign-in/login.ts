/** Kept in memory only, between the two steps. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Signs in; without a code, the response for an account with MFA says that one is required. */
export type Login = (given: Credentials & { readonly mfaToken?: string }) => Promise<object>;
