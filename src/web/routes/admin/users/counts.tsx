import { trpc } from "../../../lib/api.tsx";
import { Count, Counts } from "../../../ui/count/count.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { userList } from "./list.tsx";

export function UserCounts() {
  const counts = trpc.admin.users.counts.useQuery();
  return (
    <section className="list-card" aria-label="Counts">
      <Loaded query={counts} failed={userList.words.failed} rows={2}>
        {({ total, active, withMfa }) => (
          <Counts few>
            <Count label="All accounts" value={total} />
            <Count label="Active" value={active} />
            <Count label="With MFA" value={withMfa} />
          </Counts>
        )}
      </Loaded>
    </section>
  );
}
