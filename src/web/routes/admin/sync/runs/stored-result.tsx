import { trpc } from "../../../../lib/api.tsx";
import { Loaded } from "../../../../ui/loaded/loaded.tsx";
import { RESULT } from "../content.ts";
import { LastResult } from "./last-result.tsx";

/** The result of a run as the server has kept it, with the places that failed. */
export function StoredResult({ runId }: { readonly runId: string }) {
  const found = trpc.admin.sync.run.useQuery({ id: runId }, { staleTime: 0 });
  return (
    <Loaded query={found} failed={RESULT.unavailable} rows={2}>
      {({ status, message, synced, errors, failures }) => (
        <LastResult
          result={{
            success: status === "succeeded",
            message: message ?? "",
            synced,
            errors,
            details: failures.map(({ name, message: reason }) => ({
              name,
              status: "error",
              message: reason,
            })),
          }}
          of={errors}
        />
      )}
    </Loaded>
  );
}
