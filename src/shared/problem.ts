/** What does not work and what to do about it, in one sentence each. Holds no secret. */
export interface Problem {
  readonly sentence: string;
  readonly remedy: string;
}
