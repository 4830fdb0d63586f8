import { operate } from "./operator.ts";

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
  const { items } = (await operate("operator.mail.list", { q: to })) as {
    items: { id: string; kind: string }[];
  };
  const id = items.find((each) => each.kind === kind)?.id;
  return id === undefined ? "" : ((await operate("operator.mail.show", { id })) as { text: string }).text;
}
