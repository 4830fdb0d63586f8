import { EXPLAIN } from "./content.ts";

/** Explains the sync to first-time users. */
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
