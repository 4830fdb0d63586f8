import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { auditList } from "./list.tsx";

export function AuditPage() {
  return (
    <StaffFrame title="Audit">
      <ResourceList list={auditList} />
    </StaffFrame>
  );
}
