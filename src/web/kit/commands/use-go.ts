import { useNavigate } from "@tanstack/react-router";
import { isUnfocused } from "../../lib/focus.ts";
import { toast } from "../../lib/toast.ts";
import { toastNotCopied } from "./copy-command.tsx";
import type { Entry } from "./entries.ts";
import { PALETTE } from "./palette-content.ts";
import { useKeys } from "./use-shortcuts.ts";

/** The record that is open next to its list, else the screen. */
export const openedPart = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(".record-panel h2") ?? document.getElementById("main");

export interface Leaving {
  readonly onClose: () => void;
  /** Called before it closes, if it leads to another part of the page. */
  readonly onLead: () => void;
}

/** Opens an entry and closes the palette. */
export function useGo({ onClose, onLead }: Leaving) {
  const navigate = useNavigate();
  const keys = useKeys();
  return ({ to, search, act, run, copies }: Entry): void => {
    if (run === "keys") {
      onClose();
      keys.show();
      return;
    }
    if (copies) {
      onClose();
      const text = copies.join("\n");
      void navigator.clipboard
        .writeText(text)
        .then(() => toast({ title: PALETTE.copied, description: text }), toastNotCopied);
      return;
    }
    onLead();
    onClose();
    const opened = navigate({
      to,
      search: search ?? {},
      state: (before) => ({ ...before, act }),
    });
    void opened.then(() => isUnfocused() && openedPart()?.focus({ preventScroll: true }));
  };
}
