import { resolve } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const PUBLIC = resolve(import.meta.dir, "../../../public");
const FONTS = ["fraunces-latin.woff2", "fraunces-latin-ext.woff2", "noto-naskh-arabic.woff2"];

/** The picture that social networks show of the site: `og.png` with the brand's name beside its star. */
export async function socialCard(brand: string): Promise<Uint8Array> {
  const wasm = Bun.file(Bun.fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  await initWasm(wasm.arrayBuffer());
  const fontBuffers = await Promise.all(FONTS.map((name) => Bun.file(`${PUBLIC}/fonts/${name}`).bytes()));
  const picture = (await Bun.file(`${PUBLIC}/og.png`).bytes()).toBase64();
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">',
    `<image width="1200" height="630" href="data:image/png;base64,${picture}"/>`,
    `<text x="170" y="126" font-family="Fraunces" font-size="60" fill="#13251f">${Bun.escapeHTML(brand)}</text>`,
    "</svg>",
  ].join("");
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "Fraunces" };
  return new Resvg(svg, { font }).render().asPng();
}
