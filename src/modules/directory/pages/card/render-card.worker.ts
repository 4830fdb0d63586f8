import { resolve } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** Renders one SVG at a time: the wasm module and the fonts are loaded by the first one. */
declare const self: Worker;

const FONTS = resolve(import.meta.dir, "../../../../../public/fonts");
const FILES = ["fraunces-latin.woff2", "fraunces-latin-ext.woff2", "noto-naskh-arabic.woff2"];

export type CardReply = { readonly png: Uint8Array } | { readonly failed: string };

async function load(): Promise<Uint8Array[]> {
  const wasm = Bun.file(Bun.fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  await initWasm(wasm.arrayBuffer());
  return Promise.all(FILES.map((file) => Bun.file(`${FONTS}/${file}`).bytes()));
}

let loaded: Promise<Uint8Array[]> | undefined;

async function render(svg: string): Promise<CardReply> {
  try {
    loaded ??= load();
    const font = { fontBuffers: await loaded, loadSystemFonts: false, defaultFontFamily: "Fraunces" };
    return { png: new Resvg(svg, { font }).render().asPng() };
  } catch (error) {
    return { failed: String(error) };
  }
}

self.onmessage = async ({ data }: MessageEvent<string>) => self.postMessage(await render(data));
