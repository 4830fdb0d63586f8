import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { AuditLog } from "./audit-log.tsx";
import { AUDIT } from "./content.ts";

export function AuditPage() {
  return (
    <StaffFrame title={AUDIT.title} roles={KEEPERS}>
      <AuditLog />
    </StaffFrame>
  );
}
