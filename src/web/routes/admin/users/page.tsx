import { StaffFrame } from "../../../blocks/staff/frame.tsx";
import { KEEPERS } from "../../../blocks/staff/roles.ts";
import { USERS } from "./content.ts";
import { Users } from "./users.tsx";

export function UsersPage() {
  return (
    <StaffFrame title={USERS.title} roles={KEEPERS}>
      <Users />
    </StaffFrame>
  );
}
