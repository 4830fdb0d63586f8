import { TierMark } from "../../../blocks/tier-mark/tier-mark.tsx";
import { PHASES, TIERS } from "../content.ts";

/** The three halal tiers as a map legend: mark, name and basis. */
export function Tiers() {
  return (
    <section className="tiers" aria-labelledby="tiers-heading">
      <div className="tiers-head">
        <h3 id="tiers-heading">{TIERS.heading}</h3>
        <p className="soft">{TIERS.text}</p>
      </div>
      <dl>
        {TIERS.marks.map(({ tier, name, proof }) => (
          <div key={tier} data-tier={tier}>
            <dt>
              <TierMark tier={tier} />
              {name}
            </dt>
            <dd>
              <small>{TIERS.proof}</small>
              {proof}
            </dd>
          </div>
        ))}
      </dl>
      <p className="tiers-look">
        <a href="/places">{TIERS.look}</a>
      </p>
    </section>
  );
}

/** What comes after the launch, as milestones of one road. */
export function Phases() {
  return (
    <section className="phases" aria-labelledby="phases-heading">
      <h3 id="phases-heading">{PHASES.heading}</h3>
      <p className="soft">{PHASES.text}</p>
      <ol>
        {PHASES.later.map(({ when, what }) => (
          <li key={when}>
            <strong>{when}</strong>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
