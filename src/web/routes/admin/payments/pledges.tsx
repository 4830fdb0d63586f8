import { useRef, useState } from "react";
import type { Pledge } from "../../../../modules/payments/schema.ts";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { RECEIVE } from "./content.ts";
import { pledgeList } from "./pledge-list.tsx";
import { ReceiveDialog } from "./receive-dialog.tsx";

export function Pledges() {
  const [open, setOpen] = useState<Pledge | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <ResourceList
        list={pledgeList}
        scope="pledges"
        headingRef={heading}
        rowActions={(pledge) => {
          if (pledge.receivedAt) return [];
          const label = `${RECEIVE.title}: ${pledge.reference}`;
          return [{ name: RECEIVE.title, label, onSelect: () => setOpen(pledge) }];
        }}
      />
      <ReceiveDialog
        pledge={open}
        onClose={() => setOpen(null)}
        onReceived={() => heading.current?.focus()}
      />
    </>
  );
}
