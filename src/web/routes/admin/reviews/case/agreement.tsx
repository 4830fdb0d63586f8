import type { ReactNode } from "react";
import { foldedWords } from "../../../../../shared/spelling/spelling.ts";

/** What was sent next to what is listed. */
export interface Compared {
  readonly label: string;
  readonly sent: string;
  readonly listed: string;
  /** How the two are compared; by their words if it is not given. */
  readonly match?: (sent: string, listed: string) => Match;
  /** Not sent as text: to be found in the document. */
  readonly inFile?: boolean;
}

type Match = "agrees" | "partly" | "later" | "differs";
type State = Match | "file" | "unsent" | "unlisted";

export const WORDS: Readonly<Record<State, string>> = {
  agrees: "Agrees",
  partly: "Agrees in part",
  later: "Later than the listed one",
  differs: "Differs",
  file: "Look for it in the file",
  unsent: "Not sent",
  unlisted: "Not listed",
};
export const SIGNS: Readonly<Record<State, string>> = {
  agrees: "✓",
  partly: "≈",
  later: "✓",
  differs: "≠",
  file: "?",
  unsent: "–",
  unlisted: "–",
};

/** How much of what was sent agrees with what is listed, each said in a word. */
export function Agreement({ rows }: { readonly rows: readonly Compared[] }) {
  return (
    <ul className="agreement">
      {rows.map((row) => {
        const state = stateOf(row);
        return (
          <li key={row.label} data-state={state}>
            <span className="agreement-sign" aria-hidden="true">
              {SIGNS[state]}
            </span>
            <div>
              <p>
                <strong>{row.label}</strong> <span className="agreement-word">{WORDS[state]}</span>
              </p>
              <Values row={row} state={state} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Values({ row: { sent, listed }, state }: { readonly row: Compared; readonly state: State }) {
  if (state === "agrees" || state === "file") return <Value>{listed || sent}</Value>;
  return (
    <>
      {sent && <Value name="Sent">{sent}</Value>}
      {listed && <Value name="Listed">{listed}</Value>}
    </>
  );
}

const Value = ({ name, children }: { readonly name?: string; readonly children: ReactNode }) => (
  <p>
    {name && <span className="soft">{`${name} `}</span>}
    <bdi>{children}</bdi>
  </p>
);

export function stateOf({ sent, listed, match = matchNames, inFile }: Compared): State {
  if (inFile) return "file";
  if (sent === "") return "unsent";
  return listed === "" ? "unlisted" : match(sent, listed);
}

const LEGAL_FORMS = new Set(["llc", "inc", "ltd", "co", "corp", "company", "limited", "incorporated", "the"]);
const namingWords = (text: string): string[] => foldedWords(text).filter((word) => !LEGAL_FORMS.has(word));

/** Spelling, order and the legal form of a business do not matter. */
export function matchNames(sent: string, listed: string): Match {
  const [one, other] = [new Set(namingWords(sent)), new Set(namingWords(listed))];
  if (one.symmetricDifference(other).size === 0) return "agrees";
  return one.isDisjointFrom(other) ? "differs" : "partly";
}

export const matchExactly = (sent: string, listed: string): Match => (sent === listed ? "agrees" : "differs");
