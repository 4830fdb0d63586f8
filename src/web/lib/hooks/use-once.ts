import { useRef } from "react";

/** Runs each named action one at a time: a second click while it is in progress does nothing. */
export function useOnce() {
  const running = useRef(new Set<string>());
  return async <T>(name: string, action: () => Promise<T>): Promise<T | undefined> => {
    if (running.current.has(name)) return undefined;
    running.current.add(name);
    try {
      return await action();
    } finally {
      running.current.delete(name);
    }
  };
}
