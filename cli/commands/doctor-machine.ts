import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isSandboxPublic, type Settings } from "../../src/env.ts";
import { socketPath } from "../../src/http/admin-socket/client.ts";
import { freeSpace } from "../../src/modules/maintenance/disk/free-space.ts";
import { hasPages } from "../../src/pages.ts";
import { isLoopback } from "../../src/shared/loopback.ts";
import { hasDatabase } from "../transport/open-transport.ts";

export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warn" | "fail";
  readonly sentence: string;
}

export const ok = (check: string, sentence: string): Finding => ({ check, state: "ok", sentence });
export const warn = (check: string, sentence: string): Finding => ({ check, state: "warn", sentence });
export const failed = (check: string, sentence: string): Finding => ({ check, state: "fail", sentence });

const MIB = 2 ** 20;
const DISK_LOW = 1_024 * MIB;
const DISK_OUT = 100 * MIB;

/** Checks that need no database. `socket` is that of a running server. */
export async function machineFindings(
  settings: Settings,
  socket: string | null,
): Promise<readonly Finding[]> {
  const embedded = settings.databaseUrl === undefined;
  return [
    ...(embedded ? await directoryFindings(settings, socket) : []),
    addressFinding(settings),
    mfaFinding(settings),
    paymentFinding(settings),
    webFinding(settings),
    await diskFinding(settings.dataDir),
  ];
}

async function directoryFindings(settings: Settings, socket: string | null): Promise<readonly Finding[]> {
  const { dataDir } = settings;
  if (!existsSync(dataDir))
    return [warn("data directory", `${dataDir} does not exist yet: the first start creates it.`)];
  const open: string[] = [];
  for (const name of ["", "database", "secret.key"]) {
    const path = join(dataDir, name);
    const mode = (await stat(path).catch(() => null))?.mode ?? 0;
    // files inside a private directory are private
    if ((mode & 0o077) !== 0 && (name !== "database" || open.length > 0)) open.push(path);
  }
  const modes =
    open.length === 0
      ? ok("data directory", `${dataDir} is readable by its owner only.`)
      : failed("data directory", `Other users can read ${open.join(", ")}: run chmod go= on it.`);
  return [modes, socketFinding(settings, socket)];
}

function socketFinding({ dataDir }: Settings, socket: string | null): Finding {
  if (socket !== null)
    return ok("socket", "A server is running here, and commands go through its admin socket.");
  if (socketPath(dataDir) === null) {
    return warn(
      "socket",
      `The path of ${dataDir} is too long for a socket: commands cannot run while a server does.`,
    );
  }
  return ok("socket", "No server is running here: commands open the data directory directly.");
}

function addressFinding({ publicUrl, databaseUrl }: Settings): Finding {
  if (publicUrl.protocol === "https:") return ok("address", `The site is at ${publicUrl.origin}.`);
  if (databaseUrl === undefined)
    return ok("address", `The site is at ${publicUrl.origin}, which only this machine can reach.`);
  return warn(
    "address",
    `PUBLIC_URL is ${publicUrl.origin}: without https session cookies are not protected.`,
  );
}

function mfaFinding({ requireStaffMfa, publicUrl }: Settings): Finding {
  if (requireStaffMfa === "all") return ok("staff MFA", "MFA is required of all staff.");
  if (requireStaffMfa === "super_admin") return ok("staff MFA", "MFA is required of super admins.");
  const sentence = "MFA is not required of staff (REQUIRE_STAFF_MFA is off).";
  if (isLoopback(publicUrl.hostname)) return ok("staff MFA", sentence);
  return warn("staff MFA", `${sentence} A stolen password is enough to sign in.`);
}

function paymentFinding(settings: Settings): Finding {
  const { gateway } = settings.payments;
  if (!isSandboxPublic(settings)) return ok("payments", `The payment gateway is ${gateway}.`);
  return warn(
    "payments",
    "PAYMENT_GATEWAY is sandbox on a public site: visitors may type real cards into a form that takes no money.",
  );
}

function webFinding(settings: Settings): Finding {
  if (hasPages(settings)) return ok("web pages", "The pages are built.");
  return warn("web pages", "The pages are not built yet for these settings: the start builds them.");
}

async function diskFinding(dataDir: string): Promise<Finding> {
  const { directory, free } = await freeSpace(dataDir);
  const sentence = `${Math.floor(free / MIB).toLocaleString("en")} MiB are free at ${directory}.`;
  if (free < DISK_OUT) return failed("disk", sentence);
  return free < DISK_LOW ? warn("disk", sentence) : ok("disk", sentence);
}

/** A check must not create a database. */
export const databaseExists = (settings: Settings): boolean =>
  settings.databaseUrl !== undefined || hasDatabase(settings);
