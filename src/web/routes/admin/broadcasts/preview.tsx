import { useRef, useState } from "react";
import { Button } from "../../../kit/controls/button.tsx";
import { ListCard } from "../../../kit/page/card.tsx";

const WIDTHS = ["phone", "desktop"] as const;
const WIDTH_NAMES = { phone: "Phone", desktop: "Desktop" } as const;
const FRAME = "The email as recipients see it";

interface PreviewProps {
  /** Null while there is nothing to show. */
  readonly mail: { readonly subject: string; readonly html: string } | null;
  /** Why there is no newer one. */
  readonly problem?: string | null;
}

export function Preview({ mail, problem = null }: PreviewProps) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>("phone");
  return (
    <ListCard
      title="Preview"
      actions={
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div className="preview-widths" role="group" aria-label="Width of the preview">
          {WIDTHS.map((each) => (
            <Button
              key={each}
              look="quiet"
              className="button-tiny"
              aria-pressed={each === width}
              onClick={() => setWidth(each)}
            >
              {WIDTH_NAMES[each]}
            </Button>
          ))}
        </div>
      }
    >
      <div className="preview">
        {problem !== null && <p className="field-error">{problem}</p>}
        {mail ? (
          <>
            <p className="preview-subject" dir="auto">
              {`Subject: ${mail.subject}`}
            </p>
            <Frame html={mail.html} width={width} />
          </>
        ) : (
          <p className="soft">Write a subject and a message to see them here as recipients will.</p>
        )}
        <p className="preview-fixed">
          Your postal address and the link to leave the waitlist are part of every broadcast and cannot be
          removed: the law requires both. Links do not work in the preview.
        </p>
      </div>
    </ListCard>
  );
}

interface FrameProps {
  /** A whole document made by the server, with inline styles and escaped text. */
  readonly html: string;
  readonly width: "phone" | "desktop";
}

/**
 * A mail in a frame in which no script runs and nothing is loaded. The page's policy forbids inline styles in markup, also
 * in frames, so they are taken out and set as properties. Links lead nowhere.
 */
function Frame({ html, width }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  function onLoad(): void {
    const page = frame.current?.contentDocument;
    if (!frame.current || !page) return;
    for (const part of page.querySelectorAll<HTMLElement>("[data-style]"))
      part.style.cssText = part.dataset.style ?? "";
    frame.current.style.blockSize = `${page.documentElement.scrollHeight}px`;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="preview-frame" data-width={width} aria-label={FRAME} tabIndex={0}>
      <iframe
        key={width}
        ref={frame}
        title={FRAME}
        sandbox="allow-same-origin"
        srcDoc={inert(html)}
        onLoad={onLoad}
      />
    </section>
  );
}

/** In text, the server escapes quotes. */
const inert = (html: string): string => html.replaceAll(/ (style|href)="/g, ' data-$1="');
