export interface Change {
  readonly key: string;
  /** Null if the key is absent. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The changes of an audit entry by key, without unchanged values. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  return keys
    .map((key) => ({ key, before: was.get(key) ?? null, after: is.get(key) ?? null }))
    .filter((change) => change.before !== change.after);
}

function entriesOf(state: unknown): ReadonlyMap<string, string> {
  if (state === null || typeof state !== "object") return new Map();
  return new Map(
    Object.entries(state)
      .filter(([, value]) => value !== null && value !== "")
      .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
