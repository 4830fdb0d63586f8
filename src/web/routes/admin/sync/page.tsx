import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { SYNC } from "./content.ts";
import { SyncScreen } from "./sync-screen.tsx";

export function SyncPage() {
  return (
    <StaffFrame title={SYNC.title}>
      <SyncScreen />
    </StaffFrame>
  );
}
