import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { verifyOutput } from "../../../../modules/payments/schema.ts";
import { minutes, seconds } from "../../../../shared/duration.ts";
import { trpc } from "../../../lib/api.tsx";
import { focusFrom } from "../../../lib/focus-from.ts";

export type Verified = z.output<typeof verifyOutput>;

interface Answer {
  readonly gift: Verified;
  /** The number of this response, from 1. */
  readonly count: number;
}

const FIRST_PAUSE = seconds(2);
const GROWTH = 1.5;
const POLL_FOR = minutes(2);

/** The outcome of a payment. A pending payment is polled with growing delays for two minutes. */
export function useVerification(paymentId: string) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const queryKey = ["verification", paymentId] as const;
  const { data, error, errorUpdateCount, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: async (): Promise<Answer> => {
      const gift = await client.public.support.verify.mutate({ paymentId });
      return { gift, count: (queries.getQueryData<Answer>(queryKey)?.count ?? 0) + 1 };
    },
    // failed polls count toward the two minutes as well
    refetchInterval: ({ state }) =>
      state.data?.gift.status === "pending" && pauseAfter(state.data.count + state.errorUpdateCount),
    gcTime: 0,
  });
  const stillAsking = data !== undefined && pauseAfter(data.count + errorUpdateCount) !== false;
  async function askAgain(): Promise<void> {
    const pressed = document.activeElement;
    await refetch();
    focusFrom(pressed, document.querySelector<HTMLElement>("main")); // the button may have been removed
  }
  return { gift: data?.gift, error, askAgain, isAsking: isFetching, stillAsking } as const;
}

/** Milliseconds until the next poll; false if it would exceed the two minutes. */
function pauseAfter(answers: number): number | false {
  let asked = 0;
  let pause = FIRST_PAUSE;
  for (let n = 1; n < answers; n++) {
    asked += pause;
    pause *= GROWTH;
  }
  return asked + pause <= POLL_FOR && pause;
}
