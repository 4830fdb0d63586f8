interface HighlightProps {
  readonly text: string;
  readonly part: string;
}

/** A name with the part that was searched for marked, where it stands in it as it was typed. */
export function Highlight({ text, part }: HighlightProps) {
  const at = part === "" ? -1 : text.toLowerCase().indexOf(part.toLowerCase());
  // Lower case may be longer than the text itself in a few scripts: then nothing is marked.
  if (at === -1 || text.toLowerCase().length !== text.length) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  );
}
