import { useRef, useState } from "react";
import type { Suppression } from "../../../../modules/mail/schema.ts";
import { act } from "../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../blocks/copy-command/copy-command.tsx";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { trpc } from "../../../lib/api.tsx";
import { toastOutcome } from "../../../lib/toast/toast-outcome.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Confirm, ConfirmSubject } from "../../../ui/confirm/confirm.tsx";
import { SUPPRESS, SUPPRESSED } from "./content.ts";
import { SuppressDialog } from "./suppress-dialog.tsx";
import { nameOf, suppressionListed } from "./suppression-list.tsx";

export function Suppressions() {
  const [adding, setAdding] = useState(false);
  const [allowing, setAllowing] = useState<Suppression | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <ResourceList
        list={suppressionListed}
        scope="suppressed"
        headingRef={heading}
        actions={() => (
          <Button className="button-tiny" look="quiet" onClick={() => setAdding(true)}>
            {SUPPRESS.title}
          </Button>
        )}
        rowActions={(row) => [{ name: SUPPRESSED.allow, onSelect: () => setAllowing(row) }]}
      />
      <SuppressDialog open={adding} onClose={() => setAdding(false)} />
      <AllowDialog row={allowing} onClose={() => setAllowing(null)} focusAfter={() => heading.current} />
    </>
  );
}

interface AllowDialogProps {
  /** Null while it is closed. */
  readonly row: Suppression | null;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

function AllowDialog({ row, onClose, focusAfter }: AllowDialogProps) {
  const utils = trpc.useUtils();
  const allow = trpc.admin.mails.unsuppress.useMutation();
  const isAllowed = useRef(false);
  async function onConfirm(): Promise<void> {
    if (!row) return;
    const { allowed, allowFailed } = SUPPRESSED;
    isAllowed.current = await toastOutcome(allow.mutateAsync({ id: row.id }), {
      done: { title: allowed },
      failed: allowFailed,
    });
    await utils.admin.mails.invalidate();
    onClose();
  }
  return (
    <Confirm
      open={row !== null}
      onClose={onClose}
      title={SUPPRESSED.allowTitle}
      action={SUPPRESSED.allow}
      acting={SUPPRESSED.allowing}
      look="primary"
      aside={row && <CopyCommand {...act("admin.mails.unsuppress", { id: row.id })} />}
      onConfirm={onConfirm}
      focusAfter={() => (isAllowed.current ? focusAfter() : null)}
    >
      <ConfirmSubject name={row ? nameOf(row) : undefined} detail={SUPPRESSED.allowText} />
    </Confirm>
  );
}
