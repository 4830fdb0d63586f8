import { useParams } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { ButtonLink } from "../page/button.tsx";
import { LinkFrame } from "./link-frame.tsx";

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
 * The page of a mailed link. Opening it changes nothing, because mail scanners open links too: only its form does.
 */
export function LinkPage({ title, done, children }: LinkPageProps) {
  const [isDone, setDone] = useState(false);
  const token = useLinkToken();
  if (!isDone) return <LinkFrame title={title}>{children({ token, onDone: () => setDone(true) })}</LinkFrame>;
  return (
    <LinkFrame title={done.title}>
      <div className="sign-in-form">
        <p role="status">{done.text}</p>
        <ButtonLink href={done.href} className="button-wide">
          {done.next}
        </ButtonLink>
      </div>
    </LinkFrame>
  );
}

/** Refused like a forged one; an empty one would be a missing field. */
const NO_TOKEN = "none";

/**
 * The token of the link that opened the page. Earlier mails have it in the fragment, which is read at once, because the skip
 * link replaces it.
 */
function useLinkToken() {
  const token = useRef(NO_TOKEN);
  const { token: inPath } = useParams({ strict: false });
  useEffect(() => {
    token.current = inPath ?? (window.location.hash.slice(1) || NO_TOKEN);
  }, [inPath]);
  return token;
}
