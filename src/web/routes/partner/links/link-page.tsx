import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Wordmark } from "../../../blocks/wordmark/wordmark.tsx";
import { ButtonLink } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/card/card.tsx";
import { Page } from "../../../ui/page/page.tsx";

export interface Link {
  readonly token: RefObject<string>;
  readonly onDone: () => void;
}

interface LinkPageProps {
  readonly title: string;
  readonly done: {
    readonly title: string;
    readonly text: string;
    readonly next: string;
    readonly href: string;
  };
  /** What the link does, with the button or form that does it. */
  readonly children: (link: Link) => ReactNode;
}

/**
 * The page of a mailed link. Opening it changes nothing, because mail scanners open links too: only its button does. The
 * token is in the fragment, which browsers send to no server and in no referrer.
 */
export function LinkPage({ title, done, children }: LinkPageProps) {
  const [isDone, setDone] = useState(false);
  const token = useLinkToken();
  if (!isDone) return <Frame title={title}>{children({ token, onDone: () => setDone(true) })}</Frame>;
  return (
    <Frame title={done.title}>
      <div className="partner-auth-form">
        <p role="status">{done.text}</p>
        <ButtonLink href={done.href} className="button-wide">
          {done.next}
        </ButtonLink>
      </div>
    </Frame>
  );
}

function Frame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="portal">
      <Page title={title}>
        <div className="sign-in">
          <Wordmark />
          <Card className="partner-auth">
            <h1>{title}</h1>
            {children}
          </Card>
        </div>
      </Page>
    </div>
  );
}

/** Refused like a forged one; an empty one would be a missing field. */
const NO_TOKEN = "none";

/** The token of the link that opened the page; read at once, because the skip link replaces the fragment. */
function useLinkToken() {
  const token = useRef(NO_TOKEN);
  useEffect(() => {
    token.current = window.location.hash.slice(1) || NO_TOKEN;
  }, []);
  return token;
}
