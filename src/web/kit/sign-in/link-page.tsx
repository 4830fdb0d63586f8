import { useParams } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { BROKEN_LINK } from "../../../copy/en/links.ts";
import { refusalOf } from "../../lib/errors.ts";
import { Button, ButtonLink } from "../controls/button.tsx";
import { Alert } from "../page/alert.tsx";
import { Card } from "../page/card.tsx";
import { PublicPage } from "../site/public-page.tsx";

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
  const { token, isBroken } = useLinkToken();
  if (isBroken) return <Ended {...BROKEN_LINK} href="/" />;
  if (!isDone) return <LinkFrame title={title}>{children({ token, onDone: () => setDone(true) })}</LinkFrame>;
  return <Ended {...done} />;
}

/** Nothing more is to be done with the link. */
const Ended = ({ title, text, next, href }: LinkPageProps["done"]) => (
  <LinkFrame title={title}>
    <div className="sign-in-form">
      <p role="status">{text}</p>
      <ButtonLink href={href} className="button-wide">
        {next}
      </ButtonLink>
    </div>
  </LinkFrame>
);

/** No token of ours is shorter than 20 characters. */
const TOKEN = /^[\w-]{20,}$/;

/**
 * The token of the link that opened the page. Earlier mails have it in the fragment, which is read at once, because the skip
 * link replaces it. Only its form is checked here; the server checks whether it is still valid when it is used.
 */
function useLinkToken() {
  const token = useRef("");
  const [isBroken, setBroken] = useState(false);
  const { token: inPath } = useParams({ strict: false });
  useEffect(() => {
    token.current = inPath ?? window.location.hash.slice(1);
    setBroken(!TOKEN.test(token.current));
  }, [inPath]);
  return { token, isBroken } as const;
}

interface LinkFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page with one card, for what is done without a session. */
export const LinkFrame = ({ title, children }: LinkFrameProps) => (
  <PublicPage title={title}>
    <div className="sign-in">
      <Card className="sign-in-card">
        <div className="sign-in-form">
          <h1>{title}</h1>
          {children}
        </div>
      </Card>
    </div>
  </PublicPage>
);

const UNREACHED = "We could not reach the server. Please try again.";

interface ActWords {
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly acting: string;
  readonly done: string;
  readonly doneText: string;
  /** What to do next. */
  readonly next: string;
}

interface ActLinkPageProps extends Omit<PressToUseProps, "link"> {
  /** Where `words.next` leads. */
  readonly nextHref: string;
}

/** The page of a link that does one thing, such as confirming an address. */
export const ActLinkPage = ({ words, nextHref, ...form }: ActLinkPageProps) => (
  <LinkPage
    title={words.title}
    done={{ title: words.done, text: words.doneText, next: words.next, href: nextHref }}
  >
    {(link) => <PressToUse {...form} words={words} link={link} />}
  </LinkPage>
);

interface PressToUseProps {
  readonly words: ActWords;
  readonly send: (input: { token: string }) => Promise<unknown>;
  readonly link: Link;
  /** Where to go after a refusal. */
  readonly home: { readonly href: string; readonly label: string };
}

type State = "ready" | "sending" | { readonly failed: string; readonly isOver: boolean };

const OVER = 400; // a link that has expired or was used: pressing again does not help

/** What a link does, and the button that does it. */
function PressToUse({ words, send, link, home }: PressToUseProps) {
  const [state, setState] = useState<State>("ready");
  const isOver = typeof state === "object" && state.isOver;
  async function press(event: FormEvent): Promise<void> {
    event.preventDefault();
    setState("sending");
    await send({ token: link.token.current }).then(link.onDone, (error: unknown) =>
      setState({
        failed: refusalOf(error)?.sentence ?? UNREACHED,
        isOver: refusalOf(error)?.status === OVER,
      }),
    );
  }
  return (
    <form className="sign-in-form" method="post" onSubmit={(event) => void press(event)}>
      {!isOver && <p className="soft">{words.text}</p>}
      {typeof state === "object" && <Alert>{state.failed}</Alert>}
      {!isOver && (
        <Button type="submit" className="button-wide" disabled={state === "sending"}>
          {state === "sending" ? words.acting : words.act}
        </Button>
      )}
      {typeof state === "object" && (
        <ButtonLink href={home.href} look={isOver ? "primary" : "text"} className="button-wide">
          {home.label}
        </ButtonLink>
      )}
    </form>
  );
}
