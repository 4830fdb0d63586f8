import { useRef } from "react";
import { PREVIEW } from "../content.ts";

interface FrameProps {
  /** A whole document made by the server, with inline styles and escaped text. */
  readonly html: string;
  readonly width: "phone" | "desktop";
}

/**
 * A mail in a frame in which no script runs and nothing is loaded. The page's policy forbids inline styles in markup, also
 * in frames, so they are taken out and set as properties. Links lead nowhere.
 */
export function Frame({ html, width }: FrameProps) {
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
    <section className="preview-frame" data-width={width} aria-label={PREVIEW.frame} tabIndex={0}>
      <iframe
        key={width}
        ref={frame}
        title={PREVIEW.frame}
        sandbox="allow-same-origin"
        srcDoc={inert(html)}
        onLoad={onLoad}
      />
    </section>
  );
}

/** In text, the server escapes quotes. */
const inert = (html: string): string => html.replaceAll(/ (style|href)="/g, ' data-$1="');
