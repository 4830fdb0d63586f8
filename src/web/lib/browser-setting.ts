type Area = "localStorage" | "sessionStorage";

/**
 * A text that this browser keeps between visits, or in `sessionStorage` until its tab is closed; null where there is none. Even
 * reaching for the storage throws in a browser that keeps nothing, and so does writing where it is full.
 */
export function browserSetting(name: string, area: Area = "localStorage") {
  return {
    read: (): string | null => {
      try {
        return window[area].getItem(name);
      } catch {
        return null;
      }
    },
    write: (text: string | null): void => {
      try {
        if (text === null) window[area].removeItem(name);
        else window[area].setItem(name, text);
      } catch {
        // It is then as on the first visit.
      }
    },
  } as const;
}

/** Forgets the settings whose names begin so. */
export function forgetSettings(prefix: string, area: Area): void {
  try {
    const names = Object.keys(window[area]).filter((name) => name.startsWith(prefix));
    for (const name of names) window[area].removeItem(name);
  } catch {
    // There are none.
  }
}
