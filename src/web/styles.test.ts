import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { type MediaQuery, type SelectorComponent, transform } from "lightningcss";
import { parseSync, Visitor } from "oxc-parser";

const WEB = import.meta.dir;
const ENTRIES = ["app", "support", "tools"];
const files = [...new Bun.Glob("**/*.css").scanSync({ cwd: WEB })].sort();
const ofPieces = files.filter((file) => !file.startsWith("styles/"));
const pieceOf = (file: string): string => basename(file, ".css");
const pieces = new Set(ofPieces.map(pieceOf));

/** The sheet whose name a class begins with; the longest name wins, so that `.card-head` may not be in `card-list`. */
function ownerOf(name: string): string | undefined {
  if (pieces.has(name)) return name;
  const dash = name.lastIndexOf("-");
  return dash === -1 ? undefined : ownerOf(name.slice(0, dash));
}

interface Sheet {
  readonly selectors: readonly (readonly SelectorComponent[])[];
  readonly queries: readonly MediaQuery[];
  /** How many declarations are `!important`. */
  readonly important: number;
}

function read(file: string): Sheet {
  const selectors: SelectorComponent[][] = [];
  const queries: MediaQuery[] = [];
  const important: unknown[] = [];
  transform({
    filename: file,
    code: readFileSync(join(WEB, file)),
    drafts: { customMedia: true },
    visitor: {
      Rule: {
        style: ({ value }) => {
          selectors.push(...value.selectors);
          important.push(...(value.declarations?.importantDeclarations ?? []));
        },
        media: ({ value }) => {
          queries.push(...value.query.mediaQueries);
        },
      },
    },
  });
  return { selectors, queries, important: important.length };
}

const sheets = new Map(files.map((file) => [file, read(file)]));

/** Every selector component, including those inside `:is()`, `:not()` and `:has()`. */
function componentsOf(value: unknown): readonly SelectorComponent[] {
  if (Array.isArray(value)) return value.flatMap(componentsOf);
  if (typeof value !== "object" || value === null) return [];
  return [
    ...("type" in value ? [value as SelectorComponent] : []),
    ...Object.values(value).flatMap(componentsOf),
  ];
}

const classesOf = (selector: readonly SelectorComponent[]): readonly string[] =>
  componentsOf(selector).flatMap((part) => (part.type === "class" ? [part.name] : []));

test("every style sheet has a unique name", () => {
  expect(ofPieces.map(pieceOf).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([]);
});

test("a style sheet styles only its own piece", () => {
  const foreign = ofPieces.flatMap((file) =>
    (sheets.get(file)?.selectors ?? []).flatMap((selector) => {
      const classes = classesOf(selector);
      const isOwn = classes.length > 0 && classes.every((name) => ownerOf(name) === pieceOf(file));
      return isOwn ? [] : [`${file}: ${classes.join(" ") || "a selector without a class"}`];
    }),
  );
  expect(foreign).toEqual([]);
});

test("a utility class never has the prefix of a piece", () => {
  const classes = (sheets.get("styles/utilities.css")?.selectors ?? []).flatMap(classesOf);
  expect([classes.length > 0, classes.filter(ownerOf)]).toEqual([true, []]);
});

test("parts of Ark components are styled by class, like everything else", () => {
  const byPart = files.filter((file) =>
    componentsOf(sheets.get(file)?.selectors).some(
      (part) => part.type === "attribute" && ["data-scope", "data-part"].includes(part.name),
    ),
  );
  expect(byPart).toEqual([]);
});

test("no declaration is !important", () => {
  expect(files.filter((file) => sheets.get(file)?.important)).toEqual([]);
});

test("layouts change only at the four named breakpoints", () => {
  const breakpoints: readonly string[] | null = readFileSync(
    join(WEB, "styles/breakpoints.css"),
    "utf8",
  ).match(/--\w+(?= \()/g);
  const measured = files.flatMap((file) =>
    (sheets.get(file)?.queries ?? []).flatMap((query) => {
      const text = JSON.stringify(query);
      const names: readonly string[] = text.match(/--[\w-]+/g) ?? [];
      const isNamed = names.every((name) => breakpoints?.includes(name));
      return isNamed && !/"name":"(width|height|aspect-ratio)"/.test(text) ? [] : [`${file}: ${text}`];
    }),
  );
  expect([breakpoints?.length, measured]).toEqual([4, []]);
});

const importsOf = (entry: string) => [
  ...readFileSync(join(WEB, `styles/${entry}.css`), "utf8").matchAll(/@import "([^"]+)" layer\(\w+\)/g),
];

test("every style sheet is listed once", () => {
  const inApp = new Set(ENTRIES.flatMap(importsOf).map(([line]) => line));
  const ofPlacesAlone = importsOf("places").filter(([line]) => !inApp.has(line));
  const listed = [...ENTRIES.flatMap(importsOf), ...ofPlacesAlone].map(([, path = ""]) =>
    relative(WEB, join(WEB, "styles", path)),
  );
  const expected = files.filter(
    (file) => !/^styles\/(app|support|tools|sign-in|places|fonts|breakpoints)\.css$/.test(file),
  );
  expect(listed.sort()).toEqual(expected);
});

test.each(["sign-in", "places"])(
  "the sheet %s has a part of the app's style sheets, in the same layers and order",
  (entry) => {
    const lines = (name: string) => importsOf(name).map(([line]) => line);
    const ofEntry = lines(entry);
    expect(ofEntry.length).toBeGreaterThan(10);
    const ofApp = ["app", "tools"].flatMap(lines);
    for (const layer of ["tokens", "base", "pieces", "blocks"]) {
      const inLayer = (all: readonly string[]) => all.filter((line) => line.endsWith(`layer(${layer})`));
      const shared = inLayer(ofApp).filter((line) => ofEntry.includes(line));
      expect(inLayer(ofEntry)).toEqual(shared);
    }
  },
);

/** The words of every string and template in the web client, and separately those of plain `className` strings. */
function wordsInSource() {
  const all = new Set<string>();
  const classNames = new Set<string>();
  const add = (words: Set<string>, text: string) => {
    for (const word of text.split(/\s+/).filter(Boolean)) words.add(word);
  };
  const visitor = new Visitor({
    Literal({ value }) {
      if (typeof value === "string") add(all, value);
    },
    TemplateElement({ value }) {
      add(all, value.raw);
    },
    JSXAttribute({ name, value }) {
      const isPlain = value?.type === "Literal" && typeof value.value === "string";
      if (name.name === "className" && isPlain) add(classNames, String(value.value));
    },
  });
  for (const file of new Bun.Glob("**/*.{ts,tsx}").scanSync({ cwd: WEB })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    visitor.visit(parseSync(file, readFileSync(join(WEB, file), "utf8")).program);
  }
  return { all, classNames };
}

test("every class in a style sheet is used, and every class of an element has a style", () => {
  const styled = new Set([...sheets.values()].flatMap(({ selectors }) => selectors.flatMap(classesOf)));
  const { all, classNames } = wordsInSource();
  const unused = [...styled].filter((name) => !all.has(name));
  const unstyled = [...classNames].filter((name) => !styled.has(name));
  expect({ unused, unstyled }).toEqual({ unused: [], unstyled: [] });
});
