import { ResourceList } from "../../../kit/records/resource-list.tsx";
import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { auditList } from "./list.tsx";

export function AuditPage() {
  return (
    <StaffFrame title="Audit">
      <ResourceList list={auditList} />
    </StaffFrame>
  );
}
