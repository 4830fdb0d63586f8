import { type ReactNode, useRef, useState } from "react";
import type { Inquiry } from "../../../modules/inquiries/schema.ts";
import { useRequestedAct } from "../../lib/acts/use-requested-act.ts";
import { Button } from "../../ui/button/button.tsx";
import { ResourceList } from "../resource-list/resource-list.tsx";
import type { RowAction } from "../resource-list/row-actions.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { inquiryList } from "./list.tsx";
import { InquiryPanel } from "./panel/inquiry-panel.tsx";
import { useBulk } from "./use-bulk.ts";
import { useSetAnswered } from "./use-set-answered.ts";

interface InquiriesProps {
  /** The key of its state in the URL, where a screen shows another list too. */
  readonly scope?: string;
  readonly pageSize?: number;
  readonly brief?: boolean;
  /** Leads to their own screen. */
  readonly all?: ReactNode;
}

type OpenDialog =
  | { readonly name: "edit" | "delete"; readonly inquiry: Inquiry }
  | { readonly name: "add" }
  | null;

/** The inquiries, and the dialogs that add, change and delete them. */
export function Inquiries({ all, ...props }: InquiriesProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const setAnswered = useSetAnswered();
  const close = () => setOpen(null);
  useRequestedAct("addInquiry", () => setOpen({ name: "add" }));
  function actionsOf(inquiry: Inquiry): readonly RowAction[] {
    const answered = inquiry.answeredAt !== null;
    return [
      { name: "Edit", onSelect: () => setOpen({ name: "edit", inquiry }) },
      {
        name: answered ? "Mark as waiting" : "Mark as answered",
        onSelect: () => void setAnswered(inquiry, !answered),
      },
      { name: "Delete", onSelect: () => setOpen({ name: "delete", inquiry }), destructive: true },
    ];
  }
  return (
    <>
      <ResourceList
        {...props}
        list={inquiryList}
        headingRef={heading}
        bulk={useBulk()}
        panel={
          props.scope === undefined
            ? (id) => (
                <InquiryPanel
                  key={id}
                  id={id}
                  onEdit={(inquiry) => setOpen({ name: "edit", inquiry })}
                  onDelete={(inquiry) => setOpen({ name: "delete", inquiry })}
                />
              )
            : undefined
        }
        rowActions={actionsOf}
        actions={() => (
          <>
            {all}
            <Button className="button-tiny" onClick={() => setOpen({ name: "add" })}>
              Add inquiry
            </Button>
          </>
        )}
      />
      <AddDialog open={open?.name === "add"} onClose={close} />
      <EditDialog inquiry={open?.name === "edit" ? open.inquiry : null} onClose={close} />
      <DeleteDialog
        inquiry={open?.name === "delete" ? open.inquiry : null}
        onClose={close}
        onDeleted={() => heading.current?.focus()}
      />
    </>
  );
}
