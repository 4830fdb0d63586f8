import { expect, test } from "bun:test";
import { newTemplateOf, templateOf } from "./markdown.ts";

/** The HTML without its inline styles. */
const html = (markdown: string) =>
  templateOf("News", markdown)
    .html.replace(/ style="[^"]*"/g, "")
    .trim();
const text = (markdown: string) => templateOf("News", markdown).text;

test.each([
  ["# Salam {name}", "<h1>Salam {name}</h1>", "Salam {name}"],
  [
    "**a** *b* ~~c~~ `d {link}`",
    "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d {link}</code></p>",
    "a b c d {link}",
  ],
  ["one\ntwo  \nthree", "<p>one\ntwo<br />\nthree</p>", "one\ntwo\nthree"],
  ["> said\n> so", "<blockquote>\n<p>said\nso</p>\n</blockquote>", "> said\n> so"],
  ["- a\n  - b\n- c", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>", "- a\n  - b\n- c"],
  ["3. x\n4. y", '<ol start="3">\n<li>x</li>\n<li>y</li>\n</ol>', "3. x\n4. y"],
  ["- [x] done\n- [ ] open", "<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>", "- [x] done\n- [ ] open"],
  ["```js\na < b\n```", "<pre>a &lt; b\n</pre>", "a < b"],
  ["a\n\n---\n\nb", "<p>a</p>\n<hr />\n<p>b</p>", "a\n\n---\n\nb"],
] as const)("%j is written as HTML and as text", (markdown, inHtml, inText) => {
  expect([html(markdown), text(markdown)]).toEqual([inHtml, inText]);
});

test("a table has its cells in both forms", () => {
  const table = "|Day|Hours|\n|-|-|\n|Fri|1-3|";
  expect(html(table)).toContain("<tr><td>Fri</td><td>1-3</td></tr>");
  expect(text(table)).toBe("Day | Hours\nFri | 1-3");
});

test("links keep their address and lose everything in their label that is not text, placeholders become links", () => {
  expect(html("[a **b** {link}](https://y.example/?a=1&b=2) or {invite}")).toBe(
    '<p><a href="https://y.example/?a=1&amp;b=2">a b {link}</a> or <a href="{invite}">{invite}</a></p>',
  );
  expect(text("[b]({link}), https://y.example, a@b.example")).toBe(
    "b: {link}, https://y.example, a@b.example",
  );
  expect(html("a@b.example")).toBe('<p><a href="mailto:a@b.example">a@b.example</a></p>');
});

test("a link that is alone in its paragraph is a button", () => {
  const isButton = (markdown: string) => templateOf("News", markdown).html.includes("inline-block");
  expect(["[Go](https://y.example)", "[Go]({link})", "[Go]({link}) now", "{link}"].map(isButton)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("raw HTML is shown as it was typed", () => {
  expect(html('<a href="x">y</a> <img src=x> &lt;b&gt;')).toBe(
    "<p>&lt;a href=&quot;x&quot;&gt;y&lt;/a&gt; &lt;img src=x&gt; &lt;b&gt;</p>",
  );
  expect(html("<script>\nalert(1)\n</script>")).toBe("<p>&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>");
});

test.each([
  "[x](http://a.example)",
  "[x](javascript:alert(1))",
  "[x](a@b.example)",
  "[x](/a)",
  "![x](https://a.example/x.png)",
])("%s is refused", (markdown) => {
  expect(() => templateOf("News", markdown)).toThrow(/must begin with https|cannot hold images/);
});

test.each([
  ["one paragraph", "word ".repeat(4_000)],
  ["quotes inside quotes", ">".repeat(19_999)],
  ["lists inside lists", `${"- ".repeat(9_999)}a`],
  ["lists inside quotes over many lines", `${"> - ".repeat(2_500)}a${"\na".repeat(4_900)}`],
  ["quotes as deep as people write them", `${"> ".repeat(20)}a`],
] as const)("20,000 characters of %s are rendered with at most 20 levels", (_name, markdown) => {
  const tags = html(markdown).match(/<\/?(?:ul|blockquote)>/g) ?? [];
  const levels = tags.map((_, at) =>
    tags.slice(0, at + 1).reduce((n, tag) => n + (tag[1] === "/" ? -1 : 1), 0),
  );
  expect([Math.max(0, ...levels) <= 20, levels.at(-1) ?? 0]).toEqual([true, 0]);
});

test("lists and quotes more than 20 levels deep are shown 20 levels deep, and are refused in what is to be saved", () => {
  const levels = (form: string) => form.match(/<(?:ul|blockquote)>/g)?.length;
  for (const mark of ["- ", "> "]) {
    const [deep, deeper] = [`${mark.repeat(20)}a`, `${mark.repeat(21)}a`];
    expect([levels(html(deep)), levels(html(deeper)), text(deep), text(deeper)]).toEqual([20, 20, deep, "a"]);
    expect(newTemplateOf("News", deep)).toEqual(templateOf("News", deep));
    expect(() => newTemplateOf("News", deeper)).toThrow("Lists and quotes can be 20 levels deep at most");
  }
  expect(html(`${"> ".repeat(21)}a\n\nb`)).toEndWith("</blockquote>\n<p>b</p>");
});
