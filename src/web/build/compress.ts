import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Files = ReadonlyMap<string, Uint8Array | string>;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const TEXT = /\.(html|css|m?js|svg|txt|json|xml|webmanifest)$/;
/** Those that only the server reads. */
const UNSENT = /^server\//;
/**
 * The quality of Brotli by a file's size in bytes. The best, 11, takes twelve times as long as 9 for 9 % less, and only
 * the reader of PDFs is large: it was half of the time of a build.
 */
const qualityOf = (size: number): number => (size > 300_000 ? 9 : constants.BROTLI_MAX_QUALITY);

/** The files, plus `.br` and `.gz` of each text file where they are smaller. */
export async function compressAll(files: Files): Promise<Map<string, Uint8Array>> {
  const all = new Map<string, Uint8Array>();
  const work = [...files].map(async ([path, content]) => {
    const plain = typeof content === "string" ? new TextEncoder().encode(content) : content;
    all.set(path, plain);
    if (!TEXT.test(path) || UNSENT.test(path)) return;
    const forms = { br: await brotli(plain, optionsOf(plain)), gz: await gz(plain, { level: 9 }) };
    for (const [ending, form] of Object.entries(forms)) {
      if (form.length < plain.length) all.set(`${path}.${ending}`, form);
    }
  });
  await Promise.all(work);
  return all;
}

const optionsOf = ({ length }: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: qualityOf(length),
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});
