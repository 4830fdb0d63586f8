import { useEffect, useRef, useState } from "react";
import { paintPdf } from "../../lib/files/pdf.ts";
import { Skeleton } from "../states/states.tsx";

interface PdfPagesProps {
  /** A same-origin URL. */
  readonly src: string;
  /** The document's name. */
  readonly label: string;
  /** Shown if the document cannot be rendered. */
  readonly failed: string;
}

/** A document's pages, rendered to canvases: nothing in it can run, and every browser shows it. */
export function PdfPages({ src, label, failed }: PdfPagesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  useEffect(() => {
    const into = frame.current;
    if (!into) return;
    const leaving = new AbortController();
    paintPdf(src, into, label, leaving.signal).then(
      () => leaving.signal.aborted || setState("shown"),
      () => leaving.signal.aborted || setState("failed"),
    );
    return () => {
      leaving.abort();
      into.replaceChildren();
    };
  }, [src, label]);
  return (
    <>
      {state === "loading" && <Skeleton rows={4} />}
      {state === "failed" && <p className="soft">{failed}</p>}
      <div ref={frame} className="pdf-pages" />
    </>
  );
}
