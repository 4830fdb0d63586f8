/** Runs `work` when it is its turn among all of its key. */
type KeyedSemaphore = <T>(key: string, work: () => Promise<T>) => Promise<T>;

interface Door {
  busy: number;
  readonly waiting: (() => void)[];
}

/** Lets at most `places` at once through for each key of this process; the others wait in the order they came. */
export function createKeyedSemaphore(places: number): KeyedSemaphore {
  const doors = new Map<string, Door>();

  async function enter(key: string): Promise<Door> {
    const door = doors.get(key) ?? { busy: 0, waiting: [] };
    doors.set(key, door);
    if (door.busy < places) door.busy += 1;
    else await new Promise<void>((resolve) => door.waiting.push(resolve));
    return door;
  }

  function leave(key: string, door: Door): void {
    const next = door.waiting.shift();
    if (next)
      next(); // it has this place now
    else door.busy -= 1;
    if (door.busy === 0) doors.delete(key);
  }

  return async (key, work) => {
    const door = await enter(key);
    try {
      return await work();
    } finally {
      leave(key, door);
    }
  };
}
