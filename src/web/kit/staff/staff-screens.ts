import { createContext, use } from "react";
import type { StaffRole } from "./roles.ts";

/** The rooms of the back office, in the order of the rail. `icon` is an SVG path in a 24 by 24 view box. */
export const ROOMS = {
  home: { name: "Home", icon: "M4 11.5 12 5l8 6.5M6 10v9.5h12V10M10 19.5v-5h4v5" },
  inbox: { name: "Inbox", icon: "M4 13.5 6.5 5h11l2.5 8.5v6H4zM4 13.5h5a3 3 0 0 0 6 0h5" },
  directory: {
    name: "Directory",
    icon: "M3.5 6.5l5.5-2.5 6 2.5 5.5-2.5v13.5L15 20l-6-2.5L3.5 20zM9 4v13.5M15 6.5V20",
  },
  people: {
    name: "People",
    icon: "M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3 19a6 6 0 0 1 12 0M16 5.6a3.2 3.2 0 0 1 0 5.6M17.5 14A6 6 0 0 1 21 19",
  },
  messages: { name: "Messages", icon: "M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5" },
  gifts: {
    name: "Gifts",
    icon: "M4 9h16v4H4zM5.5 13v7h13v-7M12 9v11M12 9c-2-4.5-6-4-6-1.8C6 8.5 7.5 9 12 9zm0 0c2-4.5 6-4 6-1.8C18 8.5 16.5 9 12 9z",
  },
  settings: {
    name: "Settings",
    icon: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8M8 14.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8",
  },
} as const;

export type RoomId = keyof typeof ROOMS;

/** One screen of the back office. */
export interface StaffScreen {
  readonly path: string;
  /** In the rail. */
  readonly label: string;
  readonly room: RoomId;
  readonly roles: readonly StaffRole[];
  /** Opened from another screen or by its address, so the rail has no link to it. */
  readonly unlisted?: true;
}

/** In the order of the rail. A context, because the table of screens imports the screens, and they the rail. */
export const StaffScreensContext = createContext<readonly StaffScreen[]>([]);

export const useStaffScreens = (): readonly StaffScreen[] => use(StaffScreensContext);

export interface Room {
  readonly id: RoomId;
  readonly name: string;
  readonly icon: string;
  /** Those that the role may open; the first one is what the room itself leads to. */
  readonly screens: readonly [StaffScreen, ...StaffScreen[]];
}

/** The rooms with a screen that the role may open. A room with one screen has the name of that screen. */
export function useRooms(role: StaffRole): readonly Room[] {
  const listed = useStaffScreens().filter(({ roles, unlisted }) => !unlisted && roles.includes(role));
  return (Object.keys(ROOMS) as RoomId[]).flatMap((id) => {
    const [first, ...others] = listed.filter(({ room }) => room === id);
    if (!first) return [];
    const name = others.length === 0 ? first.label : ROOMS[id].name;
    return [{ id, name, icon: ROOMS[id].icon, screens: [first, ...others] }];
  });
}
