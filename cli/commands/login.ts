import { hostname } from "node:os";
import type { Command } from "commander";
import type { z } from "zod";
import type { deviceToken, startedDevice } from "../../src/modules/accounts/devices/schema.ts";
import { seconds } from "../../src/shared/duration.ts";
import { CliError, EXIT, RemoteError, usageError } from "../errors.ts";
import { note, writeJson, writeRecord, writeRows } from "../output/output.ts";
import {
  defaultProfile,
  LOCAL,
  type Profile,
  profileName,
  profileOf,
  profilesFolder,
  readProfiles,
  removeProfile,
  saveProfile,
  setDefaultProfile,
} from "../profiles.ts";
import { type Finish, nounOf } from "../program.ts";
import type { Globals } from "../run.ts";
import { originOf } from "../transport/network.ts";
import { fetchOrUnavailable, remoteErrorOf } from "../transport/response.ts";

/** Commands about the servers that this user is signed in to. */
export function addLogin(program: Command, finish: Finish): void {
  const run = (name: string, description: string, action: (globals: Globals) => Promise<unknown>) => {
    const command = program.command(name).description(description);
    command.action(async () => finish(await print(command, action)));
  };
  run("login", "Sign in to the server at --url, with approval in a browser", login);
  run("logout", "Revoke the token of the default profile, or of --url, and forget it", logout);
  const list = nounOf(program, ["profile"]).command("list").description("List the profiles");
  list.action(async () => finish(await printProfiles(list.optsWithGlobals<Globals>())));
  const use = nounOf(program, ["profile"])
    .command("use <name>")
    .description(`Choose the profile for commands without --url; \`${LOCAL}\` for the local database`);
  use.action(async (name: unknown) => finish(await print(use, () => useProfile(String(name)))));
}

async function print(command: Command, action: (globals: Globals) => Promise<unknown>): Promise<number> {
  const globals = command.optsWithGlobals<Globals>();
  const result = await action(globals);
  await (globals.json ? writeJson(result) : writeRecord(result));
  return EXIT.done;
}

type Started = z.infer<typeof startedDevice>;
type Collected = z.input<typeof deviceToken>;

async function login({ url }: Globals) {
  const address = url ?? defaultProfile()?.url;
  if (address === undefined) throw usageError("--url is missing: which server do you want to sign in to?");
  const { origin } = originOf(address);
  profilesFolder(); // refused before someone approves
  const name = `rihla on ${hostname()}`.slice(0, 100);
  const started = (await post(origin, "/api/admin/devices", { name })) as Started;
  const { verificationUrl, userCode, expiresIn } = started;
  note(`Open ${verificationUrl}?code=${userCode}`);
  note(`and approve the code ${userCode}. Waiting for up to ${expiresIn / 60} minutes ...`);
  const { token, username, expiresAt } = await collect(origin, started);
  const profile = saveProfile({ url: origin, username, token, expiresAt: String(expiresAt) });
  return { profile, url: origin, username, expiresAt };
}

/** Polls until someone has decided. */
async function collect(origin: string, { deviceCode, interval }: Started): Promise<Collected> {
  let wait = interval;
  for (;;) {
    await Bun.sleep(seconds(wait));
    try {
      return (await post(origin, "/api/admin/devices/token", { deviceCode })) as Collected;
    } catch (error) {
      wait = nextWait(error, wait);
    }
  }
}

/** Seconds until the next poll. Throws if there is none. */
function nextWait(error: unknown, wait: number): number {
  if (!(error instanceof RemoteError)) throw error;
  const { code, interval } = error.failure.body;
  if (code === "AUTHORIZATION_PENDING") return wait;
  if (code === "SLOW_DOWN") return typeof interval === "number" ? interval : wait + 5;
  if (code === "ACCESS_DENIED") throw new CliError("forbidden", "The sign-in was denied.");
  if (code === "EXPIRED") throw new CliError("forbidden", "The code has expired: run `rihla login` again.");
  throw error;
}

async function logout({ url }: Globals) {
  const profile = url === undefined ? defaultProfile() : profileOf(originOf(url).origin);
  if (!profile) throw new CliError("notFound", "You are not signed in there.");
  await revoke(profile);
  return { success: true };
}

/** Forgets the profile even if the server cannot be reached. */
async function revoke({ url, token, expiresAt }: Profile): Promise<void> {
  removeProfile(profileName(url));
  try {
    await post(url, "/api/admin/tokens/revoke", { token });
  } catch (error) {
    note(
      `The profile is removed, but its token is valid until ${expiresAt}: revoke it at ${url}/admin/security.`,
    );
    throw error;
  }
}

async function useProfile(name: string) {
  setDefaultProfile(name);
  return { success: true };
}

async function printProfiles({ json }: Globals): Promise<number> {
  const saved = readProfiles();
  const rows = Object.entries(saved.profiles).map(([name, { url, username, expiresAt }]) => ({
    name,
    url,
    username,
    expiresAt,
    default: name === saved.default,
  }));
  if (json) await writeJson(rows);
  else if (rows.length === 0) note("You are not signed in to a server: run `rihla login --url https://...`.");
  else await writeRows({ output: null }, rows);
  return EXIT.done;
}

async function post(origin: string, path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual" } as const;
  const response = await fetchOrUnavailable(origin, () => fetch(new URL(path, origin), init));
  if (!response.ok) throw await remoteErrorOf(response);
  return response.json();
}
