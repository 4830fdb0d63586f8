import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { TRPCLink } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "../../router.ts";
import { seconds } from "../../shared/duration.ts";
import { serverLink } from "./client.ts";
import { createLastAct, LastActContext } from "./last-act.ts";
import { RecoveryContext, type RecoverySlot, recoveryLink } from "./session/recovery.ts";

const MUTATION_KEPT = seconds(1); // with 0, an orphaned mutation would be checked every few milliseconds

export const trpc = createTRPCReact<AppRouter>();

const createClient = (recovery: RecoverySlot, lastAct: TRPCLink<AppRouter>) =>
  trpc.createClient({ links: [lastAct, recoveryLink(recovery), serverLink()] });

/**
 * Nothing refetches or retries by itself. Offline, calls fail at once instead of waiting, and failed queries reload
 * when the connection is back.
 */
function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        refetchOnReconnect: ({ state }) => (state.status === "error" ? "always" : false),
        networkMode: "always",
      },
      // Input and output are not kept: they may contain a password or a secret.
      mutations: { gcTime: MUTATION_KEPT, retry: false, networkMode: "always" },
    },
  });
}

export function ApiProvider({ children }: { readonly children: ReactNode }) {
  const [recovery] = useState<RecoverySlot>({ current: null });
  const [lastAct] = useState(createLastAct);
  const [client] = useState(() => createClient(recovery, lastAct.link));
  const [queryClient] = useState(createQueryClient);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <LastActContext value={lastAct}>
          <RecoveryContext value={recovery}>{children}</RecoveryContext>
        </LastActContext>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
