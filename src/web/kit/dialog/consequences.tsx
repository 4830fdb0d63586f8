interface ConsequencesProps {
  readonly title: string;
  readonly list: readonly string[];
}

/** A heading with a list, in a dialog that says what its action does. */
export function Consequences({ title, list }: ConsequencesProps) {
  return (
    <section className="consequences">
      <h3>{title}</h3>
      <ul>
        {list.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  );
}
