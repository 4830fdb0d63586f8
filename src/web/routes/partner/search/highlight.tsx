interface HighlightProps {
  readonly text: string;
  readonly part: string;
}

/** A name in which the search text is marked, if it occurs literally. */
export function Highlight({ text, part }: HighlightProps) {
  const at = part === "" ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  // In a few scripts lower case changes the length of a text: then nothing is marked.
  if (at === -1 || text.toLowerCase().length !== text.length) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  );
}
