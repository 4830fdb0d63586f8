import { basename, dirname, extname, resolve } from "node:path";

export interface Stylesheet {
  readonly path: string;
  /** The sheet itself, and the fonts and pictures that it names. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

const IMPORT = /@import "([^"]+)" layer\((\w+)\);/g;
const FILE = /url\("(\.[^"]+)"\)/g;

/**
 * One sheet out of an entry such as `app.css` and what it imports. The bundler is not asked: it rewrites logical properties
 * into lists of languages, which doubles the sheet and changes what wins.
 */
export async function buildStylesheet(entry: string): Promise<Stylesheet> {
  const assets = new Map<string, Uint8Array>();
  const source = await Bun.file(entry).text();
  const imported = await replaceAsync(source, IMPORT, async ([, from = "", layer]) => {
    const file = resolve(dirname(entry), from);
    return `@layer ${layer}{${await withAssets(file, assets)}}`;
  });
  const css = new TextEncoder().encode(minify(imported));
  const path = hashedName(entry, css);
  assets.set(path, css);
  return { path, assets };
}

async function withAssets(file: string, assets: Map<string, Uint8Array>): Promise<string> {
  return replaceAsync(await Bun.file(file).text(), FILE, async ([, from = ""]) => {
    const asset = resolve(dirname(file), from);
    const bytes = await Bun.file(asset).bytes();
    const path = hashedName(asset, bytes);
    assets.set(path, bytes);
    return `url("/${path}")`;
  });
}

function hashedName(file: string, bytes: Uint8Array): string {
  const ending = extname(file);
  return `assets/${basename(file, ending)}-${Bun.hash(bytes).toString(36).slice(0, 8)}${ending}`;
}

/** Enough for sheets written by hand: no string in them holds a brace, a semicolon or a comment. */
function minify(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/: /g, ":")
    .replace(/;}/g, "}")
    .trim();
}

async function replaceAsync(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  const parts = await Promise.all(
    [...text.matchAll(pattern)].map(async (match) => ({ match, by: await replace(match) })),
  );
  let rest = 0;
  let out = "";
  for (const { match, by } of parts) {
    out += text.slice(rest, match.index) + by;
    rest = match.index + match[0].length;
  }
  return out + text.slice(rest);
}
