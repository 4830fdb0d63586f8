import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { auditList } from "./list.tsx";

export function AuditPage() {
  return (
    <StaffFrame title="Audit" roles={KEEPERS}>
      <ResourceList list={auditList} />
    </StaffFrame>
  );
}
