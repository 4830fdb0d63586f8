import { useRef, useState } from "react";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { signupList } from "../../../blocks/waitlist/list.tsx";
import { useRequestedAct } from "../../../lib/acts/use-requested-act.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IMPORT } from "./content.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { SignupPanel } from "./signup-panel.tsx";
import { Sources } from "./sources.tsx";
import { useBulk } from "./use-bulk.ts";
import { useDelete } from "./use-delete.ts";

export function WaitlistPage() {
  const [edited, setEdited] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useDelete(() => heading.current?.focus());
  useRequestedAct("importSignups", () => setImporting(true));
  return (
    <StaffFrame title={signupList.words.title}>
      <ResourceList
        list={signupList}
        headingRef={heading}
        panel={(id) => (
          <SignupPanel
            key={id}
            id={id}
            onEdit={(signup) => setEdited(signup.id)}
            onDelete={(signup) => void remove(signup)}
          />
        )}
        bulk={useBulk()}
        rowActions={(signup) => [
          { name: "Edit", onSelect: () => setEdited(signup.id) },
          { name: "Delete", onSelect: () => void remove(signup), destructive: true },
        ]}
        actions={() => (
          <Button look="quiet" className="button-tiny" onClick={() => setImporting(true)}>
            {IMPORT.open}
          </Button>
        )}
      />
      <Sources />
      <EditDialog id={edited} onClose={() => setEdited(null)} />
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </StaffFrame>
  );
}
