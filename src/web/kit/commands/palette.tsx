import { useLayoutEffect, useRef } from "react";
import { Modal } from "../dialog/dialog.tsx";
import { Finder } from "./finder.tsx";
import { PALETTE } from "./palette-content.ts";
import { openedPart } from "./use-go.ts";

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Opens any screen, record or action of the back office by its name. */
export function Palette({ open, onClose }: PaletteProps) {
  const leads = useRef(false);
  useLayoutEffect(() => {
    if (open) leads.current = false;
  }, [open]);
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={PALETTE.title}
      focusAfter={() => (leads.current ? openedPart() : null)}
    >
      {open && (
        <Finder
          onClose={onClose}
          onLead={() => {
            leads.current = true;
          }}
        />
      )}
    </Modal>
  );
}
