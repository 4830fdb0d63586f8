import { useState } from "react";
import { browserSetting } from "../../lib/browser-setting.ts";
import { Menu } from "../controls/menu.tsx";
import type { Column } from "../table/table.tsx";

const keptDensity = browserSetting("rows");
const COMPACT = "compact";

/** Which columns of a list this browser shows and how dense its rows are, and the menu that changes both. */
export function useTableLook(list: string) {
  const keptHidden = browserSetting(`hidden-columns:${list}`);
  const [hidden, setHidden] = useState<readonly string[]>(() => keptHidden.read()?.split("\n") ?? []);
  const [isCompact, setCompact] = useState(() => keptDensity.read() === COMPACT);
  function hide(heads: readonly string[]): void {
    setHidden(heads);
    keptHidden.write(heads.length === 0 ? null : heads.join("\n"));
  }
  function turnCompact(next: boolean): void {
    setCompact(next);
    keptDensity.write(next ? COMPACT : null);
  }
  return {
    isCompact,
    isShown: ({ head }: Pick<Column<unknown>, "head">) => !hidden.includes(head),
    menu: (columns: readonly Pick<Column<unknown>, "head" | "look">[]) => (
      <Menu
        label="Columns"
        face="Columns"
        items={[
          ...columns
            .filter(({ look }) => look !== "main")
            .map(({ head }) =>
              hidden.includes(head)
                ? { name: `Show ${head}`, onSelect: () => hide(hidden.filter((each) => each !== head)) }
                : { name: `Hide ${head}`, onSelect: () => hide([...hidden, head]) },
            ),
          {
            name: isCompact ? "Comfortable rows" : "Compact rows",
            onSelect: () => turnCompact(!isCompact),
          },
        ]}
      />
    ),
  } as const;
}
