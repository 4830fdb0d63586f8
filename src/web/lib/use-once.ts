import { useRef } from "react";

/** Runs acts, each once at a time by its name: a second click while it is under way does nothing. */
export function useOnce() {
  const going = useRef(new Set<string>());
  return async <T>(name: string, act: () => Promise<T>): Promise<T | undefined> => {
    if (going.current.has(name)) return undefined;
    going.current.add(name);
    try {
      return await act();
    } finally {
      going.current.delete(name);
    }
  };
}
