import { refusalOf } from "./errors.ts";

/**
 * A call that can be sent before its form is interactive. When the same form is then submitted again, `send` gives the
 * answer to that call.
 */
export function sentOnce<Given, Answer>(call: (given: Given) => Promise<Answer>) {
  let early: { readonly given: string; readonly answer: Promise<Answer> } | undefined;
  return {
    sendEarly(given: Given): void {
      const key = JSON.stringify(given);
      if (early?.given === key) return;
      const sent = { given: key, answer: call(given) };
      early = sent;
      // Without a response from the server, the form has to send it again.
      sent.answer.catch((error: unknown) => {
        if (early === sent && !refusalOf(error)) early = undefined;
      });
    },
    send(given: Given): Promise<Answer> {
      const sent = early;
      early = undefined;
      return sent?.given === JSON.stringify(given) ? sent.answer : call(given);
    },
  } as const;
}
