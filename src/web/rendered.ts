/** A page as HTML, in the two parts of a document. */
export interface Rendered {
  readonly head: string;
  readonly body: string;
}

/** React puts the title first in the string; in a document it belongs in the head. */
export function rendered(html: string): Rendered {
  const title = /<title>.*?<\/title>/s.exec(html)?.[0];
  if (!title) throw new Error("A page was rendered without a title");
  return { head: title, body: html.replace(title, "") };
}
