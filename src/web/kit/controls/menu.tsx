import { Menu as Ark } from "@ark-ui/react/menu";
import { Portal } from "@ark-ui/react/portal";
import { type ReactNode, useRef } from "react";

export interface MenuItem {
  readonly name: string;
  readonly onSelect: () => void;
  /** Deletes something. */
  readonly destructive?: boolean;
}

interface MenuProps {
  /** Such as `Actions for Zaytoun`. */
  readonly label: string;
  /** What the button shows instead of three dots; the label must begin with it. */
  readonly face?: ReactNode;
  readonly items: readonly MenuItem[];
}

/** The actions of one row behind one button. */
export function Menu({ label, face, items }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  function choose(name: string): void {
    // A dialog opened by an item returns the focus to the trigger, as the item is unmounted.
    trigger.current?.focus();
    items.find((item) => item.name === name)?.onSelect();
  }
  return (
    <Ark.Root
      aria-label={label}
      positioning={{ placement: "bottom-end" }}
      onSelect={({ value }) => choose(value)}
      lazyMount
      unmountOnExit
    >
      <Ark.Trigger
        className="icon-button menu-trigger"
        ref={trigger}
        aria-label={label}
        data-worded={face ? "" : undefined}
      >
        {face ?? <Dots />}
      </Ark.Trigger>
      <Portal>
        <Ark.Positioner>
          <Ark.Content className="menu">
            {items.map((item) => (
              <Ark.Item
                className="menu-item"
                key={item.name}
                value={item.name}
                data-destructive={item.destructive || undefined}
              >
                {item.name}
              </Ark.Item>
            ))}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}

const Dots = () => (
  <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <circle cx="10" cy="4" r="1.7" />
    <circle cx="10" cy="10" r="1.7" />
    <circle cx="10" cy="16" r="1.7" />
  </svg>
);
