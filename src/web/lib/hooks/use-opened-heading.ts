import { type RefObject, useEffect, useRef } from "react";
import { isUnfocused } from "../focus-from.ts";

/**
 * For the heading of a record that a link opens: it takes the focus once the record is loaded, unless the user has focused
 * something else. `tabIndex` must be -1.
 */
export function useOpenedHeading(isLoaded: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isLoaded && isUnfocused()) heading.current?.focus({ preventScroll: true });
  }, [isLoaded]);
  return heading;
}
