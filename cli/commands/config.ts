import { spawn } from "node:child_process";
import { platform } from "node:os";
import type { Command } from "commander";
import { describeSettings, readEnv } from "../../src/env.ts";
import { EXIT } from "../errors.ts";
import { note, write, writeJson, writeRows } from "../output/output.ts";
import { type Finish, nounOf } from "../program.ts";
import type { Globals } from "../run.ts";
import { originOf } from "../transport/network.ts";
import { remoteAddress } from "../transport/open-transport.ts";

/** What a command on this machine would use: `config list`, and `open`, which shows the site in a browser. */
export function addConfig(program: Command, finish: Finish): void {
  const list = nounOf(program, ["config"])
    .command("list")
    .description("List every setting, its value, and where it comes from; secrets are not printed");
  list.action(async () => {
    const settings = describeSettings();
    const { json } = list.optsWithGlobals<Globals>();
    await (json
      ? writeJson(settings)
      : writeRows(
          { output: null },
          settings.map((each) => ({ ...each })),
        ));
    finish(EXIT.done);
  });
  const open = program
    .command("open")
    .description("Open the back office in a browser, and print its address");
  open.action(async () => {
    const { json, url } = open.optsWithGlobals<Globals>();
    const address = new URL("/admin", siteOf(url)).href;
    await (json ? writeJson({ address }) : write(`${address}\n`));
    if (process.stdout.isTTY) openInBrowser(address);
    finish(EXIT.done);
  });
}

/** Where commands without --url go to, in a browser. */
function siteOf(url: string | undefined): URL {
  const address = remoteAddress(url);
  return address === undefined ? readEnv().publicUrl : originOf(address);
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer" };

/** A machine without a browser, such as a server, has printed the address. */
function openInBrowser(address: string): void {
  const opener = Bun.which(OPENERS[platform()] ?? "xdg-open");
  if (opener === null) note("There is no browser here: open the address on your own machine.");
  else spawn(opener, [address], { detached: true, stdio: "ignore" }).unref();
}
