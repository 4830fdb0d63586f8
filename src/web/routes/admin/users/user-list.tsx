import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { StaffUser } from "../../../../modules/accounts/schema.ts";
import { trpc } from "../../../lib/api.tsx";
import { waysOn } from "../../../lib/paging.ts";
import { useFullPage } from "../../../lib/use-full-page.ts";
import { useListSearchParams } from "../../../lib/use-search-params.ts";
import { ListCard } from "../../../ui/list-card/list-card.tsx";
import { Loaded } from "../../../ui/loaded/loaded.tsx";
import { Pager } from "../../../ui/pager/pager.tsx";
import { NoMatch } from "../../../ui/states/nothing-found.tsx";
import { type Column, Table } from "../../../ui/table/table.tsx";
import { Search, Toolbar } from "../../../ui/toolbar/toolbar.tsx";
import { USERS } from "./content.ts";
import { userPlace } from "./list-search-params.ts";

const PAGE_SIZE = 25;

interface UserListProps {
  readonly columns: readonly Column<StaffUser>[];
  readonly actions: ReactNode;
}

/** The accounts, newest first, searched and paged by the server. */
export function UserList({ columns, actions }: UserListProps) {
  const { place, trail, filter, step, clear } = useListSearchParams(userPlace);
  const users = trpc.admin.users.list.useQuery(
    { q: place.q, cursor: place.cursor, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  useFullPage(users.data, { place, step });
  return (
    <ListCard title={USERS.list} actions={actions}>
      <Toolbar>
        <Search
          label={USERS.search}
          value={place.q ?? ""}
          onSearch={(q) => filter({ q: q || undefined }, true)}
        />
      </Toolbar>
      <Loaded query={users} failed={USERS.failed}>
        {({ items, total, next }) => {
          if (items.length === 0) return <NoMatch words={USERS} onClear={clear} />;
          const ways = waysOn(place, trail, { count: items.length, total, next }, PAGE_SIZE, false);
          return (
            <>
              <Table caption={USERS.caption} columns={columns} rows={items} busy={users.isPlaceholderData} />
              <Pager label={USERS.pages} total={total} ways={ways} onStep={step} />
            </>
          );
        }}
      </Loaded>
    </ListCard>
  );
}
