import { useState } from "react";
import { refusalOf } from "../../lib/refusal.ts";
import { Alert } from "../../ui/alert/alert.tsx";
import { Button, ButtonLink } from "../../ui/button/button.tsx";
import type { Link } from "./link-page.tsx";

const UNREACHED = "We could not reach the server. Please try again.";

interface PressToUseProps {
  readonly text: string;
  readonly act: string;
  readonly acting: string;
  readonly use: (input: { token: string }) => Promise<unknown>;
  readonly link: Link;
  /** Where to go after a refusal. */
  readonly home: { readonly href: string; readonly label: string };
}

/** What a link does, and the button that does it. */
export function PressToUse({ text, act, acting, use, link, home }: PressToUseProps) {
  const [state, setState] = useState<"ready" | "sending" | { readonly failed: string }>("ready");
  async function press(): Promise<void> {
    setState("sending");
    await use({ token: link.token.current }).then(link.onDone, (error: unknown) =>
      setState({ failed: refusalOf(error)?.sentence ?? UNREACHED }),
    );
  }
  return (
    <div className="sign-in-form">
      <p className="soft">{text}</p>
      {typeof state === "object" && <Alert>{state.failed}</Alert>}
      <Button className="button-wide" disabled={state === "sending"} onClick={() => void press()}>
        {state === "sending" ? acting : act}
      </Button>
      {typeof state === "object" && (
        <ButtonLink href={home.href} look="text">
          {home.label}
        </ButtonLink>
      )}
    </div>
  );
}
