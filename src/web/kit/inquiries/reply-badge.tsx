import { useNow } from "../../lib/now.ts";
import { Badge } from "../page/badge.tsx";
import { Day } from "../table/cells.tsx";
import { type Received, replyOf } from "./reply.ts";

export function Reply({ inquiry }: { readonly inquiry: Received }) {
  const { text, tone, at } = replyOf(inquiry, useNow());
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {at && (
        <span className="table-sub">
          <Day at={at} />
        </span>
      )}
    </>
  );
}
