import { expect, test } from "bun:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Star } from "./star.tsx";

const PUBLIC = `${import.meta.dir}/../../../../public`;

const shapesOf = (svg: string) =>
  svg
    .match(/ (?:viewBox|d|cx|cy|r)="[^"]+"/g)
    ?.map((each) => each.trim())
    .sort();

test("the logo, the favicon and the star of the pages are one drawing", async () => {
  const star = shapesOf(renderToStaticMarkup(createElement(Star)));
  expect(star).toHaveLength(6);
  for (const file of ["logo.svg", "favicon.svg"]) {
    expect([file, shapesOf(await Bun.file(`${PUBLIC}/${file}`).text())]).toEqual([file, star]);
  }
});
