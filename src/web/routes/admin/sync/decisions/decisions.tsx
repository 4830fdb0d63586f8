import { useRef } from "react";
import { ResourceList } from "../../../../blocks/resource-list/resource-list.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { focusFrom } from "../../../../lib/focus-from.ts";
import { DECIDE } from "./content.ts";
import { decisionList } from "./decision-list.tsx";
import { useDecide } from "./use-decide.ts";

/** The list of decisions, once there is one. */
export function Decisions() {
  const some = trpc.admin.sync.decisions.useQuery({ limit: 1 }, { staleTime: 0 });
  const { takeBack } = useDecide();
  const heading = useRef<HTMLHeadingElement>(null);
  async function takeBackRow(id: string): Promise<void> {
    const pressed = document.activeElement;
    await takeBack(id);
    focusFrom(pressed, heading.current); // the row is removed
  }
  if (!some.data || some.data.total === 0) return null;
  return (
    <ResourceList
      list={decisionList}
      scope="decisions"
      headingRef={heading}
      rowActions={({ id, state }) =>
        state === "synced"
          ? []
          : [
              {
                name: DECIDE.takeBack,
                onSelect: () => void takeBackRow(id),
                command: { path: "admin.sync.takeBack", input: { id } },
              },
            ]
      }
    />
  );
}
