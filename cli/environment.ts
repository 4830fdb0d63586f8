/** What the command line alone reads from the environment; everything else stands in the settings. */
export type CliVariable =
  | "RIHLA_USER"
  | "RIHLA_PASSWORD"
  | "RIHLA_MFA_TOKEN"
  | `RIHLA_NEW_${string}`
  | "NO_COLOR";

/** A variable that is set to nothing counts as not set. */
export const readVariable = (name: CliVariable): string | undefined => process.env[name] || undefined;
