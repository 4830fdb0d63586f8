import { basename, dirname, extname, resolve } from "node:path";
import { bundle, Features } from "lightningcss";

type Assets = ReadonlyMap<string, Uint8Array>;

interface Stylesheet {
  readonly path: string;
  /** The sheet itself, and the fonts and pictures that it names. */
  readonly assets: Assets;
}

const NAMES = ["app", "support", "tools", "sign-in", "places", "fonts"] as const;

export type StylesheetPaths = Readonly<Record<(typeof NAMES)[number], string>>;

/** Builds the sheets that `src/web/styles` lists. */
export async function buildStylesheets(): Promise<{ paths: StylesheetPaths; assets: Assets }> {
  const folder = resolve(import.meta.dir, "../styles");
  const sheets = await Promise.all(
    NAMES.map(async (name) => [name, await buildStylesheet(`${folder}/${name}.css`)] as const),
  );
  return {
    paths: Object.fromEntries(sheets.map(([name, { path }]) => [name, path])) as StylesheetPaths, // all of NAMES
    assets: new Map(sheets.flatMap(([, { assets }]) => [...assets])),
  };
}

/**
 * One minified sheet from an entry such as `app.css` and its imports. Without `targets` logical properties stay as they
 * are written; only what browsers of 2022 do not know is lowered.
 */
async function buildStylesheet(entry: string): Promise<Stylesheet> {
  const { code, dependencies } = bundle({
    filename: entry,
    minify: true,
    analyzeDependencies: true,
    drafts: { customMedia: true },
    include: Features.MediaQueries,
  });
  const assets = new Map<string, Uint8Array>();
  let css = new TextDecoder().decode(code);
  for (const dependency of dependencies ?? []) {
    if (dependency.type !== "url") continue; // imports are part of the bundle already
    const file = resolve(dirname(dependency.loc.filePath), dependency.url);
    css = css.replaceAll(dependency.placeholder, await addAsset(assets, file));
  }
  const bytes = new TextEncoder().encode(css);
  const path = hashedName(entry, bytes);
  assets.set(path, bytes);
  return { path, assets };
}

/** Returns the address that the file will have. */
async function addAsset(assets: Map<string, Uint8Array>, file: string): Promise<string> {
  const bytes = await Bun.file(file).bytes();
  const path = hashedName(file, bytes);
  assets.set(path, bytes);
  return `/${path}`;
}

function hashedName(file: string, bytes: Uint8Array): string {
  const ending = extname(file);
  return `assets/${basename(file, ending)}-${Bun.hash(bytes).toString(36).slice(0, 8)}${ending}`;
}

const ROOT = resolve(import.meta.dir, "../../..");
const DECODERS = [
  "jbig2_nowasm_fallback.js",
  "openjpeg_nowasm_fallback.js",
  "LICENSE_JBIG2",
  "LICENSE_OPENJPEG",
  "LICENSE_PDFJS_JBIG2",
  "LICENSE_PDFJS_OPENJPEG",
];

/** Image decoders that the PDF worker loads by name; see `routes/admin/reviews/case/pdf-pages.tsx`. */
export async function pdfDecoders(): Promise<[string, Uint8Array][]> {
  const home = `${ROOT}/node_modules/pdfjs-dist`;
  const { version } = (await Bun.file(`${home}/package.json`).json()) as { version: string };
  const read = async (name: string): Promise<[string, Uint8Array]> => [
    `assets/pdf-${version}/${name}`,
    await Bun.file(`${home}/wasm/${name}`).bytes(),
  ];
  return Promise.all(DECODERS.map(read));
}
