import { keepPreviousData } from "@tanstack/react-query";
import type { ReviewStatus } from "../../../../../shared/reviews/reviews.ts";
import { trpc } from "../../../../lib/api.tsx";
import { FIRST_PAGE, isFirstPage, pageInput } from "../../../../lib/list.ts";
import { nextCase } from "../queue/use-queue.ts";
import type { ReviewSearchParams } from "../search-params.ts";
import { useOpenCase } from "../use-open-case.ts";

export const PAGE_SIZE = 25;

export type OwnershipKind = "proposal" | "transfer";

const statusOf = ({ show }: ReviewSearchParams): ReviewStatus =>
  show === "approved" || show === "rejected" ? show : "pending";

/** What the list of a status reads. */
export const inputOf = (search: ReviewSearchParams) => ({
  status: statusOf(search),
  late: search.late,
  ...pageInput(search),
  limit: PAGE_SIZE,
});

/** Changes of one status, in review order. */
export const useChanges = (search: ReviewSearchParams) =>
  trpc.admin.reviews.proposals.list.useQuery(inputOf(search), { placeholderData: keepPreviousData });

/** Transfers of one status, in review order. */
export const useTransfers = (search: ReviewSearchParams) =>
  trpc.admin.reviews.transfers.list.useQuery(inputOf(search), { placeholderData: keepPreviousData });

/** The id of the open case of this kind. */
export const openIdOf = ({ case: key }: ReviewSearchParams, kind: OwnershipKind): string | undefined =>
  key?.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : undefined;

/** The open case if the list holds it, and which id to read alone if not: it may have been decided by someone else. */
function inList<Case extends { readonly id: string }>(
  { data }: { readonly data: { readonly items: readonly Case[] } | undefined },
  id: string | undefined,
) {
  const listed = data?.items.find((item) => item.id === id);
  return { listed, isElsewhere: id !== undefined && data !== undefined && !listed } as const;
}

/** The open change, also if the list does not hold it. */
export function useOpenChange(list: ReturnType<typeof useChanges>, search: ReviewSearchParams) {
  const id = openIdOf(search, "proposal");
  const { listed, isElsewhere } = inList(list, id);
  const alone = trpc.admin.reviews.proposals.get.useQuery({ id: id ?? "" }, { enabled: isElsewhere });
  return listed ?? (isElsewhere ? alone.data : undefined);
}

/** The open transfer, also if the list does not hold it. */
export function useOpenTransfer(list: ReturnType<typeof useTransfers>, search: ReviewSearchParams) {
  const id = openIdOf(search, "transfer");
  const { listed, isElsewhere } = inList(list, id);
  const alone = trpc.admin.reviews.transfers.get.useQuery({ id: id ?? "" }, { enabled: isElsewhere });
  return listed ?? (isElsewhere ? alone.data : undefined);
}

interface Listed {
  readonly id: string;
  /** Of a transfer: who has to act. */
  readonly waitsFor?: "owner" | "staff" | null;
}

const idsOf = (items: readonly Listed[]): string[] =>
  items.filter(({ waitsFor }) => waitsFor !== "owner").map(({ id }) => id);

/** Opens the case after a decided one that staff can decide, and resolves to whether there was one. */
export function useOpenNext(kind: OwnershipKind, search: ReviewSearchParams) {
  const utils = trpc.useUtils();
  const openCase = useOpenCase();
  const list = kind === "proposal" ? utils.admin.reviews.proposals.list : utils.admin.reviews.transfers.list;
  return async (decided: string): Promise<boolean> => {
    const before = idsOf(list.getData(inputOf(search))?.items ?? []);
    const read = (from: ReviewSearchParams) => list.fetch(inputOf(from), { staleTime: 0 });
    const here = await read(search).catch(() => null);
    const isOver = here?.items.length === 0 && !isFirstPage(search);
    const fresh = isOver ? await read({ ...search, ...FIRST_PAGE }).catch(() => null) : here;
    const next = nextCase(before, decided, idsOf(fresh?.items ?? []));
    await openCase(next && `${kind}:${next}`, true);
    return next !== undefined;
  };
}
