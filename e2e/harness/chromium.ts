import { existsSync } from "node:fs";

/** Chromium without a user interface: tests take two thirds of the time of a full browser. */
const SHELL = "chromium-headless-shell";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const INSTALL = ["install", "-y", "-qq", "--no-install-recommends", "--no-remove"];
const SOON = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10"]; // without a network it fails quickly

async function run(...cmd: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const child = Bun.spawn({ cmd, env, stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  return (await child.exited) === 0;
}

const found = (names: readonly string[]): string | null =>
  names.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;

/**
 * A Chromium to test with: CHROMIUM_PATH; else Debian's headless shell, installed where we may; else an installed
 * browser, or Debian's, or Playwright's. Null, with the reason on stderr, if there is none.
 */
export async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  const shell = found([SHELL]);
  if (shell) return shell;
  const mayInstall = process.getuid?.() === 0 && Bun.which("apt-get") !== null;
  const installed = (mayInstall && (await install(SHELL))) || found(BROWSERS);
  if (installed) return installed;
  const path = mayInstall ? await install("chromium") : await playwrightsOwn();
  if (!path) console.error("No Chromium could be had: the browser tests cannot run.");
  return path;
}

/** Installs a Debian package. Returns its program, or null. */
async function install(name: string): Promise<string | null> {
  console.error(`Installing ${name} of Debian.`);
  const isDone = () => run("apt-get", ...SOON, ...INSTALL, name);
  if (!(await isDone()) && (await run("apt-get", ...SOON, "update", "-qq"))) await isDone();
  return found([name]);
}

async function playwrightsOwn(): Promise<string | null> {
  console.error("No Chromium here: asking Playwright for its own.");
  await run(process.execPath, "x", "playwright", "install", "chromium");
  const { chromium } = await import("playwright");
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}
