import type { RunSummary } from "../../../../../modules/sync/schema.ts";
import { formatDateTime } from "../../../../../shared/format.ts";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { Loaded } from "../../../../kit/page/loaded.tsx";
import { trpc } from "../../../../lib/api.tsx";
import { HISTORY } from "../content.ts";

interface RunDialogProps {
  readonly run: RunSummary;
  readonly onClose: () => void;
}

/** One run and the places that failed in it. */
export function RunDialog({ run, onClose }: RunDialogProps) {
  const found = trpc.admin.sync.run.useQuery({ id: run.id }, { staleTime: 0 });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={HISTORY.dialog(formatDateTime(run.startedAt))}
      description={run.message ?? HISTORY.status[run.status]}
    >
      <Loaded query={found} failed={HISTORY.failed} rows={3}>
        {({ failures }) =>
          failures.length === 0 ? (
            <p className="soft">{HISTORY.noErrors}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            <section className="sync-details sync-run-details" aria-label={HISTORY.errorsOf} tabIndex={0}>
              <ul>
                {failures.map(({ placeId, name, message }) => (
                  <li key={placeId}>
                    <span>
                      <strong>{name}</strong> <span className="soft">{message}</span>
                    </span>
                  </li>
                ))}
              </ul>
              {run.errors > failures.length && (
                <p className="soft">{HISTORY.cut(failures.length, run.errors)}</p>
              )}
            </section>
          )
        }
      </Loaded>
    </Dialog>
  );
}
