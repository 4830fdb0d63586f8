import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { SYNC } from "./content.ts";
import { SyncScreen } from "./sync-screen.tsx";

export function SyncPage() {
  return (
    <StaffFrame title={SYNC.title} roles={KEEPERS}>
      <SyncScreen />
    </StaffFrame>
  );
}
