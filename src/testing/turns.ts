/** What `work` resolves to, and how many turns of the event loop others have had meanwhile. */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  try {
    return [await work(), turns];
  } finally {
    isOver = true;
  }
}
