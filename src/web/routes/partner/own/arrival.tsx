import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { portalSearchParams } from "../search-params.ts";

interface ArrivalProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** An item of a list, which gets the focus if the URL leads to it. */
export function Arrival({ id, children }: ArrivalProps) {
  const { at, ...search } = portalSearchParams.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (at !== id) return;
    item.current?.focus();
    void navigate({ to: "/partner", search, replace: true, resetScroll: false }); // once
  });
  return (
    <li ref={item} tabIndex={-1}>
      {children}
    </li>
  );
}
