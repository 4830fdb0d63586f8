import { exitOnInterrupt } from "../interrupt.ts";

/** True if a person can be prompted. */
export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Prompts on stderr, because stdout is for data. */
export const promptLine = (question: string): Promise<string> => readLine(question, true);

/** Prompts without echo. */
export const promptSecret = (question: string): Promise<string> => readLine(question, false);

export async function confirm(question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await promptLine(`${question} [y/N] `)).trim());
}

const ENTER = /[\r\n]/;
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/** Keys typed after Enter, for the next prompt. */
let typedAhead = "";

/** Reads in raw mode, so that only this function echoes. */
function readLine(question: string, echo: boolean): Promise<string> {
  const { stdin } = process;
  stdin.setRawMode(true); // before the question, so that an early answer is not echoed
  stdin.setEncoding("utf8");
  process.stderr.write(question);
  return new Promise((resolve) => {
    let line = "";
    const end = (rest: string) => {
      typedAhead = rest;
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
      process.stderr.write("\n");
    };
    const read = (keys: string) => {
      const typedKeys = [...keys];
      for (const [index, key] of typedKeys.entries()) {
        const isOver = key === CTRL_C || (key === CTRL_D && line === "");
        if (isOver || ENTER.test(key)) {
          end(typedKeys.slice(index + 1).join(""));
          return isOver ? exitOnInterrupt() : resolve(line);
        }
        line = applyKey(line, key, echo);
      }
    };
    stdin.on("data", read);
    stdin.resume();
    if (typedAhead !== "") read(typedAhead);
  });
}

function applyKey(line: string, key: string, shown: boolean): string {
  if (key === "\u007f" || key === "\b") {
    if (shown && line !== "") process.stderr.write("\b \b");
    return [...line].slice(0, -1).join("");
  }
  if (key < " ") return line;
  if (shown) process.stderr.write(key);
  return line + key;
}

/** All of stdin without its final line break. */
export async function readStdin(): Promise<string> {
  return (await Bun.stdin.text()).replace(/\r?\n$/, "");
}
