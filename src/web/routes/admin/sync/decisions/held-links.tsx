import type { ReactNode } from "react";
import { act } from "../../../../blocks/copy-command/acts.ts";
import { CopyCommand } from "../../../../blocks/copy-command/copy-command.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { ListCard } from "../../../../ui/list-card/list-card.tsx";
import { LINKS } from "./content.ts";

const SHOWN = 20;

/** Rows of deleted places that an undo has linked again. They are not places that failed, but wait for the same button. */
export function HeldLinks({ retryAll }: { readonly retryAll: ReactNode }) {
  const { data } = trpc.admin.sync.links.useQuery({ limit: SHOWN }, { staleTime: 0 });
  if (!data || data.total === 0) return null;
  return (
    <ListCard
      title={LINKS.title}
      actions={
        <>
          <CopyCommand {...act("admin.sync.links", {})} />
          {retryAll}
        </>
      }
    >
      <div className="sync-result">
        <p>{LINKS.text(data.total)}</p>
        <ul className="sync-links">
          {data.items.map(({ id, mainName }) => (
            <li key={id}>
              <bdi>{mainName ?? id}</bdi>
            </li>
          ))}
        </ul>
        {data.total > data.items.length && (
          <p className="soft">{LINKS.shown(data.items.length, data.total)}</p>
        )}
      </div>
    </ListCard>
  );
}
