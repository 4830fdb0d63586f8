import { EVERYBODY, KEEPERS, MANAGERS, type StaffRole } from "./roles.ts";

interface RailItem {
  readonly label: string;
  readonly href: string;
  readonly roles: readonly StaffRole[];
  /** Strokes on a field of 24 by 24. */
  readonly icon: string;
}

/** Where the back office begins. */
export const START: string = "/admin";

/** The screens of the back office, in the order in which the rail shows them. */
export const RAIL: readonly RailItem[] = [
  {
    label: "Dashboard",
    href: START,
    roles: EVERYBODY,
    icon: "M4 13.5a8 8 0 0 1 16 0M12 13.5l3.5-4M4 17.5h16",
  },
  {
    label: "Waitlist",
    href: "/admin/waitlist",
    roles: KEEPERS,
    icon: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
  },
  {
    label: "Inquiries",
    href: "/admin/inquiries",
    roles: KEEPERS,
    icon: "M4 10l1.5-5h13L20 10M5 10v9h14v-9M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 10",
  },
  {
    label: "Reviews",
    href: "/admin/reviews",
    roles: EVERYBODY,
    icon: "M4 5.5h16v10H11l-4 4v-4H4zM8.5 10.5l2.3 2.3 4.7-4.6",
  },
  {
    label: "Gifts",
    href: "/admin/payments",
    roles: KEEPERS,
    icon: "M4 9h16v4H4zM5.5 13v7h13v-7M12 9v11M12 9c-2-4.5-6-4-6-1.8C6 8.5 7.5 9 12 9zm0 0c2-4.5 6-4 6-1.8C18 8.5 16.5 9 12 9z",
  },
  {
    label: "Partners",
    href: "/partner-manager",
    roles: MANAGERS,
    icon: "M4 9.5L5.5 4.5h13L20 9.5M5 9.5v10h14v-10M4 9.5h16M10 19.5v-5.5h4v5.5",
  },
  {
    label: "Sync",
    href: "/admin/sync",
    roles: KEEPERS,
    icon: "M5 10a7.3 7.3 0 0 1 13-3.2M18.5 3.5v4h-4M19 14a7.3 7.3 0 0 1-13 3.2M5.5 20.5v-4h4",
  },
  {
    label: "Users",
    href: "/admin/users",
    roles: KEEPERS,
    icon: "M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3 19a6 6 0 0 1 12 0M16 5.6a3.2 3.2 0 0 1 0 5.6M17.5 14A6 6 0 0 1 21 19",
  },
  {
    label: "Audit",
    href: "/admin/audit",
    roles: KEEPERS,
    icon: "M6 3.5h9l3.5 3.5v13.5H6zM14.5 3.5V7.5h4M9 12h6M9 15.5h6",
  },
  {
    label: "Security",
    href: "/admin/security",
    roles: EVERYBODY,
    icon: "M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15.2 10",
  },
];
