import { StaffFrame } from "../../../kit/staff/frame.tsx";
import { SyncScreen } from "./sync-screen.tsx";

export function SyncPage() {
  return (
    <StaffFrame title="Database Sync">
      <SyncScreen />
    </StaffFrame>
  );
}
