import { join } from "node:path";
import { buildInfo } from "../core/logging/build-info.ts";
import { paint } from "../core/logging/readable-line.ts";
import type { Deps } from "../core/rpc/context.ts";
import type { Settings } from "../env.ts";
import { countByRole } from "../modules/accounts/queries.ts";
import { countPartners } from "../modules/partners/queries.ts";
import { hostOf } from "../shared/server-address.ts";

const LABEL_WIDTH = 9;

/** What a person at the terminal wants to know once the server is ready, without any secret. */
export async function startSummary(deps: Deps, command: string, hasColors: boolean): Promise<string> {
  const { settings } = deps;
  const { version, revision } = buildInfo();
  const roles = await countByRole(deps);
  const rows = [
    ["Site", paint(settings.publicUrl.origin, "cyan", hasColors)],
    ["Database", databaseOf(settings.databaseUrl, join(settings.dataDir, "database"))],
    ["Places", databaseOf(settings.mainDatabaseUrl, join(settings.dataDir, "main"))],
    ["Mail", mailOf(settings)],
    ["Gifts", giftsOf(settings)],
    ["Sync", settings.syncCron ?? "not scheduled: SYNC_CRON is off"],
    ["Evidence", evidenceOf(settings)],
    ["Sign-in", signInOf(roles, await countPartners(deps))],
    ["Next", paint(`${command} ${roles.length === 0 ? FIRST_ACCOUNT : "doctor"}`, "green", hasColors)],
  ] as const;
  const title = `${settings.brand.name}, version ${version}${revision === null ? "" : ` (${revision})`}`;
  const lines = rows.map(
    ([label, text]) => `  ${paint(label.padEnd(LABEL_WIDTH), "dim", hasColors)} ${text}`,
  );
  return `${[paint(title, "bold", hasColors), ...lines].join("\n")}\n`;
}

const FIRST_ACCOUNT = "admin create --username NAME --email NAME@example.com --role super_admin";

function databaseOf(url: string | undefined, directory: string): string {
  if (url === undefined) return `embedded, in ${directory}`;
  return `PostgreSQL at ${hostOf(url)}${new URL(url).pathname}`;
}

const mailOf = ({ mailUrl }: Settings): string =>
  mailUrl === undefined
    ? "not sent: it waits in the outbox until MAIL_URL is set"
    : `SMTP at ${hostOf(mailUrl)}`;

const GATEWAYS = {
  sandbox: "sandbox, which takes no money",
  stripe: "Stripe",
  off: "Venmo and Zelle only: PAYMENT_GATEWAY is off",
} as const;

const giftsOf = ({ payments }: Settings): string => GATEWAYS[payments.gateway];

const evidenceOf = ({ evidenceS3, dataDir }: Settings): string =>
  evidenceS3 === undefined
    ? join(dataDir, "evidence")
    : `bucket ${evidenceS3.bucket} at ${evidenceS3.endpoint.host}`;

function signInOf(roles: Awaited<ReturnType<typeof countByRole>>, partners: number): string {
  const staff = roles.map(({ role, accounts }) => `${accounts} ${role}`);
  return `${staff.length === 0 ? "no staff yet" : staff.join(", ")}; partners: ${partners}`;
}
