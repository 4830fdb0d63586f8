import { useEffect, useRef, useState } from "react";

export type Shortcuts = ReadonlyMap<string, (event: KeyboardEvent) => void>;

const FIELDS = "input, select, textarea, [contenteditable]";

/** Single-key shortcuts, ignored while someone types and behind a dialog. */
export function useShortcuts(shortcuts: Shortcuts, on: boolean): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (!on) return;
    function onKey(event: KeyboardEvent): void {
      const { target, key } = event;
      const held = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const typing = target instanceof Element && target.closest(FIELDS) !== null;
      if (held || typing || document.getElementById("root")?.inert) return;
      latest.current.get(key)?.(event);
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [on]);
}

const STORAGE_KEY = "review-keys";

/** Whether shortcuts are on. With speech input a spoken word must not approve a claim (WCAG 2.1.4). */
export function useShortcutsSwitch() {
  const [on, setOn] = useState(() => localStorage.getItem(STORAGE_KEY) !== "off");
  function turn(next: boolean): void {
    localStorage.setItem(STORAGE_KEY, next ? "on" : "off");
    setOn(next);
  }
  return { on, turn } as const;
}
