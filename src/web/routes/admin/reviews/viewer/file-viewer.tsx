import { type KeyboardEvent, useRef, useState } from "react";
import { useShortcuts } from "../../../../blocks/keys/use-shortcuts.ts";
import { PdfPages } from "../../../../ui/pdf-pages/pdf-pages.tsx";
import { VIEWER } from "./content.ts";
import { Picture } from "./picture.tsx";
import { useZoom } from "./use-zoom.ts";
import { ViewerTools } from "./viewer-tools.tsx";
import { turned, ZOOM_MIN, zoomedIn, zoomedOut } from "./zoom.ts";

export interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
}

const addressOf = ({ id }: ShownFile): string => `/api/reviews/evidence/${encodeURIComponent(id)}`;
const inlineOf = (file: ShownFile): string => `${addressOf(file)}?inline=true`;

/** An evidence file, shown large: zoomed by buttons, keys, wheel and fingers, and turned on its side. */
export function FileViewer({ file }: { readonly file: ShownFile }) {
  const frame = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useZoom(frame);
  const [rotation, setRotation] = useState(0);
  const keys = new Map([
    ["+", () => setZoom(zoomedIn)],
    ["=", () => setZoom(zoomedIn)],
    ["-", () => setZoom(zoomedOut)],
    ["0", () => setZoom(ZOOM_MIN)],
  ]);
  useShortcuts(keys, VIEWER.keys);
  /** For a dialog, where the shortcuts of the screen are inactive, and for users who turned single keys off. */
  function onKeyDown(event: KeyboardEvent): void {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys.get(event.key); // those zoom the page
    if (!run) return;
    event.preventDefault();
    run();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the controls in it
    <div className="viewer" onKeyDown={onKeyDown}>
      <ViewerTools name={file.name} zoom={zoom} onZoom={setZoom} onRotate={() => setRotation(turned)} />
      <section
        ref={frame}
        className="evidence-shown viewer-frame"
        aria-label={file.name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
      >
        <div className="viewer-sheet">
          {file.contentType === "application/pdf" ? (
            <PdfPages
              src={inlineOf(file)}
              label={file.name}
              failed={VIEWER.pdfFailed}
              zoom={zoom}
              rotation={rotation}
            />
          ) : (
            <Picture src={inlineOf(file)} name={file.name} rotation={rotation} />
          )}
        </div>
      </section>
      <p className="evidence-links">
        <a href={addressOf(file)} download={file.name}>
          {VIEWER.download}
        </a>
        {file.contentType.startsWith("image/") && (
          <a href={inlineOf(file)} target="_blank" rel="noopener noreferrer">
            {VIEWER.openAlone}
          </a>
        )}
      </p>
    </div>
  );
}
