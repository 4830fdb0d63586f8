import { existsSync } from "node:fs";

const INSTALLED = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

async function run(...cmd: string[]): Promise<boolean> {
  const child = Bun.spawn({ cmd, stdout: "ignore", stderr: "ignore" });
  return (await child.exited) === 0;
}

const installed = (): string | null =>
  INSTALLED.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;

/**
 * A Chromium to test with: CHROMIUM_PATH, an installed one, Debian's where we may install it, then
 * Playwright's own. Null, with the reason on stderr, where none can be had.
 */
export async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  const there = installed();
  if (there) return there;
  if (process.getuid?.() === 0 && Bun.which("apt-get")) {
    console.error("No Chromium here: installing Debian's.");
    await run("apt-get", "update", "-qq");
    await run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium");
  } else {
    console.error("No Chromium here: asking Playwright for its own.");
    await run(process.execPath, "x", "playwright", "install", "chromium");
    const { chromium } = await import("playwright");
    if (existsSync(chromium.executablePath())) return chromium.executablePath();
  }
  const now = installed();
  if (!now) console.error("No Chromium could be had: the browser tests cannot run.");
  return now;
}
