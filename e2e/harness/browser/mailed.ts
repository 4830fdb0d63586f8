import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

interface Mailed {
  /** The path of its first link with a token, as a person opens it. */
  readonly link: string;
  /** Its six digits; empty if it has none. */
  readonly code: string;
}

/** The newest unsent mail of a kind to an address, as the operator sees it. */
export async function lastMail(to: string, kind: string): Promise<Mailed> {
  const text = await mailedText(to, kind);
  if (text === "") throw new Error(`there is no mail ${kind} to ${to}`);
  const [url = ""] = /^https?:\S+\/[\w-]{43}$/m.exec(text) ?? [];
  return { link: new URL(url).pathname, code: /^\d{6}$/m.exec(text)?.[0] ?? "" };
}

/** The text of such a mail; empty if there is none. */
export async function mailedText(to: string, kind: string): Promise<string> {
  const rows = (await rihla("mail", "list", "--q", to)) as { id: string; kind: string }[];
  const id = rows.find((each) => each.kind === kind)?.id;
  return id === undefined ? "" : ((await rihla("mail", "show", id)) as { text: string }).text;
}

async function rihla(...words: readonly string[]): Promise<unknown> {
  const { E2E_DATA_DIR: home } = process.env;
  if (!home) throw new Error("E2E_DATA_DIR is not set: where does the server keep its data?");
  const env = { ...process.env, DATA_DIR: home };
  const args = ["cli/main.ts", ...words, "--json"];
  const { stdout } = await run(`${ROOT}/node_modules/.bin/bun`, args, { cwd: ROOT, env });
  return JSON.parse(stdout);
}
