import { FINDING_STATES, type Finding } from "../../../../modules/maintenance/health/schema.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { STATES } from "./content.ts";

const severity = ({ state }: Finding): number => FINDING_STATES.indexOf(state);

/** The findings, the worst first. */
export const FindingList = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ul className="health">
    {findings
      .toSorted((one, other) => severity(other) - severity(one))
      .map(({ check, state, sentence, remedy }) => (
        <li key={check} className="health-finding">
          <span className="health-state">
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          </span>
          <div className="health-words">
            <strong>{check}</strong>
            <p>
              <WithCode text={sentence} />
            </p>
            {remedy !== undefined && (
              <p className="health-remedy">
                <WithCode text={remedy} />
              </p>
            )}
          </div>
        </li>
      ))}
  </ul>
);

/** What is between backticks is shown as code. */
const WithCode = ({ text }: { readonly text: string }) =>
  text
    .split("`")
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    .map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : <span key={at}>{part}</span>));
