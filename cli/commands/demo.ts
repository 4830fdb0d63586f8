import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { encryptionOf } from "../../src/core/crypto/secret-key.ts";
import { createLog } from "../../src/core/logging/log.ts";
import { openDatabase } from "../../src/db/client.ts";
import { migrate } from "../../src/db/migrate.ts";
import type { SampleAccount } from "../../src/demo/seed.ts";
import { readEnv, SETTING_NAMES } from "../../src/env.ts";
import { note, write } from "../output/output.ts";
import { serve } from "./serve.ts";

/** Settings that a demo keeps. All others are cleared, so that no real database, mail server or gateway is used. */
const KEPT_SETTINGS = /^(PORT|HOST|LOG_LEVEL|RATE_LIMIT|BRAND_NAME|CONTACT_EMAIL|POSTAL_ADDRESS)$/;

const SOCIAL_LINKS = [
  "https://www.instagram.com/rihla",
  "https://www.facebook.com/rihla",
  "https://x.com/rihla",
  "https://www.linkedin.com/company/rihla",
].join(",");

export function addDemo(program: Command): void {
  program
    .command("demo")
    .description("Start the server on a throwaway database with sample data")
    .action(demo);
}

async function demo(): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), "rihla-demo-"));
  process.on("exit", () => rmSync(parent, { recursive: true, force: true }));
  const dataDir = join(parent, "data");
  setSettings({ DATA_DIR: dataDir, SOCIAL_LINKS });
  note("Preparing the sample data ...");
  const accounts = await prepare(dataDir);
  await serve();
  const { publicUrl } = readEnv();
  await write(announcement(publicUrl.origin, accounts));
}

/** Changes the environment of this process, which the server reads itself. */
export function setSettings(settings: Readonly<Record<string, string>>): void {
  for (const name of SETTING_NAMES) if (!KEPT_SETTINGS.test(name)) delete process.env[name];
  process.env.LOG_LEVEL ??= "warn";
  Object.assign(process.env, settings);
}

/** Fills a new data directory before the server opens it. */
async function prepare(dataDir: string): Promise<readonly SampleAccount[]> {
  const settings = readEnv();
  const db = await openDatabase({ dataDir });
  try {
    await migrate(db);
    const encryption = await encryptionOf(settings, db);
    // loads the whole app, which the other commands do not need
    const { seedDemo } = await import("../../src/demo/seed.ts");
    return await seedDemo({ settings, encryption, db, log: createLog("warn") }, new Date());
  } finally {
    await db.close();
  }
}

/** The page on which an account of this role signs in. */
const pageOf = (role: SampleAccount["role"]): string => {
  if (role === "partner") return "/partner/auth";
  return role === "partner_manager" ? "/partner-manager" : "/admin";
};

function announcement(origin: string, accounts: readonly SampleAccount[]): string {
  const lines = accounts.map(
    ({ role, login, password }) => `  ${login.padEnd(20)}  ${password}  ${origin}${pageOf(role)}`,
  );
  return `
The site:       ${origin}/
The accounts, with their passwords and login pages:
${lines.join("\n")}

All data is made up and deleted when you press Ctrl-C.
`;
}
