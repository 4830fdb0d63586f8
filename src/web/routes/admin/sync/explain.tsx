import { EXPLAIN } from "./content.ts";

/** What the sync does, for whoever sees it for the first time. */
export function Explain() {
  return (
    <section className="sync-explain" aria-label={EXPLAIN.title}>
      {EXPLAIN.cards.map(({ title, text }) => (
        <div key={title} className="card sync-explain-card">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}
