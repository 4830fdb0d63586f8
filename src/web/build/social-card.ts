import { initWasm, Resvg } from "@resvg/resvg-wasm";

const FONTS = ["fraunces-latin.woff2", "fraunces-latin-ext.woff2", "noto-naskh-arabic.woff2"];

/**
 * The picture that social networks show of the site: `og.png` with the brand's name beside its star. `program` is the folder
 * of the program's files.
 */
export async function socialCard(brand: string, program: string): Promise<Uint8Array> {
  const read = (path: string) => Bun.file(`${program}/${path}`).bytes();
  await initWasm(read("node_modules/@resvg/resvg-wasm/index_bg.wasm"));
  const fontBuffers = await Promise.all(FONTS.map((name) => read(`public/fonts/${name}`)));
  const picture = (await read("public/og.png")).toBase64();
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">',
    `<image width="1200" height="630" href="data:image/png;base64,${picture}"/>`,
    `<text x="170" y="126" font-family="Fraunces" font-size="60" fill="#13251f">${Bun.escapeHTML(brand)}</text>`,
    "</svg>",
  ].join("");
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "Fraunces" };
  return new Resvg(svg, { font }).render().asPng();
}
