import { ResourceList } from "../../../blocks/resource-list/resource-list.tsx";
import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { signupList } from "../../../blocks/waitlist/list.tsx";
import { Sources } from "./sources.tsx";

export function WaitlistPage() {
  return (
    <StaffFrame title={signupList.words.title}>
      <ResourceList list={signupList} />
      <Sources />
    </StaffFrame>
  );
}
