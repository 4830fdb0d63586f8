import { createListCollection } from "@ark-ui/react/combobox";
import { useEffect, useMemo, useState } from "react";
import { trpc } from "../../lib/api.tsx";

const TYPING_ENDS = 150; // milliseconds without a key before a search is sent
const MIN_LETTERS = 2;

/** The cities that a typed text can mean, as `Dearborn, MI`. Those of the previous text stay until the next are read. */
export function useCities(typed: string) {
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), TYPING_ENDS);
    return () => clearTimeout(timer);
  }, [typed]);
  const enabled = q.length >= MIN_LETTERS && typed !== "";
  const { data } = trpc.public.cities.search.useQuery(
    { q },
    { enabled, placeholderData: (previous) => previous },
  );
  return useMemo(() => {
    const items = enabled ? (data ?? []).map(({ name, state }) => `${name}, ${state}`) : [];
    return createListCollection({ items });
  }, [enabled, data]);
}
