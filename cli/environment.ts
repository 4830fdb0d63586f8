import { readEnvironment } from "../src/env.ts";

/** Variables that only the CLI reads; all others belong to the settings. */
export type CliVariable =
  | "RIHLA_USER"
  | "RIHLA_PASSWORD"
  | "RIHLA_MFA_TOKEN"
  | "RIHLA_TOKEN"
  | "RIHLA_BACKUP_PASSPHRASE"
  | `RIHLA_NEW_${string}`
  | "XDG_CONFIG_HOME"
  | "NO_COLOR";

/** An empty variable counts as unset. */
export const readVariable = (name: CliVariable): string | undefined => process.env[name] || undefined;

/** Whether the environment, with the file of RIHLA_CONFIG, names a local database, which then takes precedence over the default profile. */
export const namesLocalDatabase = (): boolean => {
  const given = readEnvironment();
  return ["DATA_DIR", "DATABASE_URL", "DATABASE_URL_FILE"].some((name) => given[name]);
};
