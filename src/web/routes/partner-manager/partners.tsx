import { useRef, useState } from "react";
import type { Partner } from "../../../modules/partners/schema.ts";
import { ResourceList } from "../../blocks/resource-list/resource-list.tsx";
import { useRequestedAct } from "../../lib/acts/use-requested-act.ts";
import { Button } from "../../ui/button/button.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { PartnerCounts } from "./counts.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { partnerList } from "./list.tsx";
import { PartnerPanel } from "./partner-panel.tsx";
import { useBulk } from "./use-bulk.ts";
import { useDelete } from "./use-delete.ts";

interface PartnersProps {
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

/** The partner accounts, and the dialogs that add and change them. */
export function Partners({ adding, onAdding }: PartnersProps) {
  const [edited, setEdited] = useState<Partner | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useRequestedAct("addPartner", () => onAdding(true));
  const remove = useDelete(() => heading.current?.focus());
  return (
    <div className="stack">
      <PartnerCounts />
      <ResourceList
        list={partnerList}
        headingRef={heading}
        panel={(id) => <PartnerPanel key={id} id={id} onEdit={setEdited} />}
        bulk={useBulk()}
        emptyAction={<Button onClick={() => onAdding(true)}>Add First Partner</Button>}
        rowActions={(partner) => [
          { name: "Edit", onSelect: () => setEdited(partner) },
          { name: "Delete", onSelect: () => void remove(partner), destructive: true },
        ]}
      />
      <AddDialog
        open={adding}
        onClose={() => onAdding(false)}
        focusAfter={() => document.querySelector<HTMLElement>(".staff-actions button")}
      />
      <EditDialog partner={edited} onClose={() => setEdited(null)} />
    </div>
  );
}
