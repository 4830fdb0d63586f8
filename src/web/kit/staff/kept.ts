/** A text that this browser keeps between visits, such as how a person likes a screen; null where there is none. */
export function kept(name: string) {
  return {
    read: (): string | null => {
      try {
        return localStorage.getItem(name);
      } catch {
        return null; // the browser keeps nothing
      }
    },
    write: (text: string | null): void => {
      try {
        if (text === null) localStorage.removeItem(name);
        else localStorage.setItem(name, text);
      } catch {
        // It is then as on the first visit.
      }
    },
  } as const;
}
