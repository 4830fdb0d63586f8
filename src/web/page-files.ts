export interface Page {
  readonly path: string;
  /** Every other page is the empty shell, which no cache may keep. */
  readonly prerendered?: true;
}

/** The file that the build makes for a page. */
export const fileOf = ({ path, prerendered }: Page): string => {
  if (!prerendered) return SHELL;
  return path === "/" ? "index.html" : `${path.slice(1)}.html`;
};

export const SHELL = "app.html";
export const NOT_FOUND = "404.html";
export const OUTCOMES = { joined: "waitlist-joined.html", failed: "waitlist-failed.html" } as const;
export type Outcome = keyof typeof OUTCOMES;

/** Marks the spot in an outcome's page where the server writes its sentence, escaped. */
export const SENTENCE = "<!--sentence-->";
