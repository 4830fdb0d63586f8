import { resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../../..");
const DECODERS = [
  "jbig2_nowasm_fallback.js",
  "openjpeg_nowasm_fallback.js",
  "LICENSE_JBIG2",
  "LICENSE_OPENJPEG",
  "LICENSE_PDFJS_JBIG2",
  "LICENSE_PDFJS_OPENJPEG",
];

/** Image decoders that the PDF worker loads by name; see `lib/files/pdf.ts`. */
export async function pdfDecoders(): Promise<[string, Uint8Array][]> {
  const home = `${ROOT}/node_modules/pdfjs-dist`;
  const { version } = (await Bun.file(`${home}/package.json`).json()) as { version: string };
  const read = async (name: string): Promise<[string, Uint8Array]> => [
    `assets/pdf-${version}/${name}`,
    await Bun.file(`${home}/wasm/${name}`).bytes(),
  ];
  return Promise.all(DECODERS.map(read));
}
