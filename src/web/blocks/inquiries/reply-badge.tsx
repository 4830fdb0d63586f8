import { useNow } from "../../lib/format/format-date.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { type Received, replyOf } from "./reply.ts";

export function Reply({ inquiry }: { readonly inquiry: Received }) {
  const { text, tone } = replyOf(inquiry, useNow());
  return <Badge tone={tone}>{text}</Badge>;
}
