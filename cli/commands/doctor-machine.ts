import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { hasPages } from "../../src/builds/pages.ts";
import type { Settings } from "../../src/env.ts";
import { socketPath } from "../../src/http/admin-socket/client.ts";
import { failed, ok, warn } from "../../src/modules/maintenance/health/findings.ts";
import type { Finding } from "../../src/modules/maintenance/health/schema.ts";

/** Checks of what only the operator's machine can tell. `socket` is that of a running server. */
export async function machineFindings(
  settings: Settings,
  socket: string | null,
): Promise<readonly Finding[]> {
  const embedded = settings.databaseUrl === undefined;
  return [...(embedded ? await directoryFindings(settings, socket) : []), webFinding(settings, socket)];
}

async function directoryFindings(settings: Settings, socket: string | null): Promise<readonly Finding[]> {
  const { dataDir } = settings;
  if (!existsSync(dataDir))
    return [warn("data directory", `${dataDir} does not exist yet.`, "The first start creates it.")];
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
      : failed("data directory", `Other users can read ${open.join(", ")}.`, "Run chmod go= on it.");
  return [modes, socketFinding(settings, socket)];
}

function socketFinding({ dataDir }: Settings, socket: string | null): Finding {
  if (socket !== null)
    return ok("socket", "A server is running here, and commands go through its admin socket.");
  if (socketPath(dataDir) === null) {
    return warn(
      "socket",
      `The path of ${dataDir} is too long for a socket: commands cannot run while a server does.`,
      "Set DATA_DIR to a shorter path.",
    );
  }
  return ok("socket", "No server is running here: commands open the data directory directly.");
}

/** A running server has pages, for settings that the environment of the command may lack, such as PORT. */
function webFinding(settings: Settings, socket: string | null): Finding {
  if (socket !== null || hasPages(settings)) return ok("web pages", "The pages are built.");
  return warn("web pages", "The pages are not built yet for these settings.", "The start builds them.");
}
