import { useRef } from "react";
import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { RESTORE } from "../../../blocks/trash/content.ts";
import { useRestore } from "../../../blocks/trash/use-restore.ts";
import { focusFrom } from "../../../lib/focus-from.ts";
import { useOnce } from "../../../lib/hooks/use-once.ts";
import { trashList } from "./list.tsx";

export function TrashPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  const restore = useRestore();
  const once = useOnce();
  async function putBack(id: string): Promise<void> {
    const pressed = document.activeElement;
    await restore(id);
    focusFrom(pressed, heading.current);
  }
  return (
    <StaffFrame title={trashList.words.title}>
      <ResourceList
        list={trashList}
        headingRef={heading}
        rowActions={({ id }) => [
          {
            name: RESTORE.action,
            onSelect: () => void once(id, () => putBack(id)),
            command: { path: "admin.trash.restore", input: { id } },
          },
        ]}
      />
    </StaffFrame>
  );
}
