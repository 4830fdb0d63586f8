import worker from "pdfjs-dist/build/pdf.worker.min.mjs" with { type: "file" };

const MAX_PAGES = 40; // evidence files are short; longer ones can be downloaded
const MAX_PIXEL_RATIO = 2; // device pixels per CSS pixel; more costs memory without visible gain
const MAX_ASPECT_RATIO = 4; // a page's height relative to the frame's width; even a long receipt is below it

/**
 * The scale at which a page is as wide as its frame, in device pixels. A page that is far taller than wide is scaled by
 * its height: by its width alone, a page of one point by a mile would take gigabytes.
 */
export function scaleOf(page: { width: number; height: number }, frame: number, pixelRatio: number): number {
  const byWidth = frame / Math.max(page.width, 1);
  const byHeight = (frame * MAX_ASPECT_RATIO) / Math.max(page.height, 1);
  return Math.min(byWidth, byHeight) * Math.min(MAX_PIXEL_RATIO, pixelRatio);
}

/**
 * Renders the pages of a same-origin document into an element, one canvas each, as wide as the element. Throws if it
 * cannot be loaded or read. Stops when `signal` is aborted.
 */
export async function paintPdf(
  src: string,
  into: HTMLElement,
  label: string,
  signal: AbortSignal,
): Promise<void> {
  const pdf = await import("pdfjs-dist");
  pdf.GlobalWorkerOptions.workerSrc = worker;
  const answer = await fetch(src, { signal, credentials: "same-origin" });
  if (!answer.ok) throw new Error(`The document answered ${answer.status}`);
  const task = pdf.getDocument({
    data: await answer.arrayBuffer(),
    enableXfa: false,
    // The CSP forbids WebAssembly; the build puts JavaScript decoders for scans here.
    useWasm: false,
    wasmUrl: `/assets/pdf-${pdf.version}/`,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  signal.addEventListener("abort", () => void task.destroy());
  const document = await task.promise;
  const count = Math.min(document.numPages, MAX_PAGES);
  for (let number = 1; number <= count && !signal.aborted; number += 1) {
    const page = await document.getPage(number);
    const canvas = into.ownerDocument.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${label}, page ${number} of ${document.numPages}`);
    const scale = scaleOf(page.getViewport({ scale: 1 }), into.clientWidth, window.devicePixelRatio);
    const viewport = page.getViewport({ scale });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    into.append(canvas);
    await page.render({ canvas, viewport }).promise;
  }
}
