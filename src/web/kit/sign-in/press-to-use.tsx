import { type FormEvent, useState } from "react";
import { refusalOf } from "../../lib/refusal.ts";
import { Alert } from "../page/alert.tsx";
import { Button, ButtonLink } from "../page/button.tsx";
import type { Link } from "./link-page.tsx";

const UNREACHED = "We could not reach the server. Please try again.";

interface PressToUseProps {
  readonly text: string;
  readonly act: string;
  readonly acting: string;
  readonly send: (input: { token: string }) => Promise<unknown>;
  readonly link: Link;
  /** Where to go after a refusal. */
  readonly home: { readonly href: string; readonly label: string };
}

type State = "ready" | "sending" | { readonly failed: string };

/** What a link does, and the button that does it. */
export function PressToUse({ text, act, acting, send, link, home }: PressToUseProps) {
  const [state, setState] = useState<State>("ready");
  async function press(event: FormEvent): Promise<void> {
    event.preventDefault();
    setState("sending");
    await send({ token: link.token.current }).then(link.onDone, (error: unknown) =>
      setState({ failed: refusalOf(error)?.sentence ?? UNREACHED }),
    );
  }
  return (
    <form className="sign-in-form" method="post" onSubmit={(event) => void press(event)}>
      <p className="soft">{text}</p>
      {typeof state === "object" && <Alert>{state.failed}</Alert>}
      <Button type="submit" className="button-wide" disabled={state === "sending"}>
        {state === "sending" ? acting : act}
      </Button>
      {typeof state === "object" && (
        <ButtonLink href={home.href} look="text">
          {home.label}
        </ButtonLink>
      )}
    </form>
  );
}
