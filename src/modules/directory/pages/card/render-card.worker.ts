import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { READY } from "../../../../core/limits/worker-task.ts";
import { programFile } from "../../../../env/program.ts";

/** Renders one SVG at a time, once the wasm module and the fonts are loaded. */
declare const self: Worker;

const FILES = ["fraunces-latin.woff2", "fraunces-latin-ext.woff2", "noto-naskh-arabic.woff2"];

export type CardReply = { readonly png: Uint8Array } | { readonly failed: string };

async function load(): Promise<Uint8Array[]> {
  const wasm = Bun.file(programFile("node_modules/@resvg/resvg-wasm/index_bg.wasm"));
  await initWasm(wasm.arrayBuffer());
  return Promise.all(FILES.map((file) => Bun.file(programFile(`public/fonts/${file}`)).bytes()));
}

const font = { fontBuffers: await load(), loadSystemFonts: false, defaultFontFamily: "Fraunces" };

function render(svg: string): CardReply {
  try {
    return { png: new Resvg(svg, { font }).render().asPng() };
  } catch (error) {
    return { failed: String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(render(data));
self.postMessage(READY);
