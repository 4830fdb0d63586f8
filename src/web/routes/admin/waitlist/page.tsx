import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { signupList } from "../../../blocks/waitlist/list.tsx";

export function WaitlistPage() {
  return (
    <StaffFrame title={signupList.words.title} roles={KEEPERS}>
      <ResourceList list={signupList} />
    </StaffFrame>
  );
}
