import { resolve } from "node:path";

const MAIN = resolve(import.meta.dir, "main.ts");
const SETTING =
  /^(DATABASE_\w+|MAIN_DATABASE_URL|DATA_DIR|SECRET_KEY|PORT|HOST|PUBLIC_URL|NEON_\w+|LOG_LEVEL|RIHLA_\w+)$/;

type Env = Readonly<Record<string, string>>;

export interface CommandResult {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** The environment without variables that would change the transport or the database. */
function environment(env: Env): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTING.test(name));
  return { ...Object.fromEntries(inherited), ...env };
}

/** Runs a command as a script does, without a terminal. */
export async function rihla(args: readonly string[], env: Env, stdin = ""): Promise<CommandResult> {
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    env: environment(env),
    stdin: Buffer.from(stdin),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, exit] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exit, out, err };
}

/** Runs a command on a pseudo-terminal and answers its prompts in order. Returns everything that was printed. */
export async function onTerminal(
  args: readonly string[],
  env: Env,
  answers: readonly (readonly [question: string, answer: string])[],
): Promise<{ readonly exit: number; readonly seen: string }> {
  const left = [...answers];
  let seen = "";
  let read = 0;
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    env: environment(env),
    terminal: {
      cols: 80,
      rows: 24,
      data(terminal, bytes) {
        seen += new TextDecoder().decode(bytes);
        const [question, answer] = left[0] ?? [];
        const at = question === undefined ? -1 : seen.indexOf(question, read);
        if (question === undefined || answer === undefined || at === -1) return;
        read = at + question.length;
        left.shift();
        terminal.write(answer);
      },
    },
  });
  return { exit: await child.exited, seen };
}

/** Milliseconds for a test that starts many processes or creates databases, on a busy machine. */
export const SLOW = 240_000;
