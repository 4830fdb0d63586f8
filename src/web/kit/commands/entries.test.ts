import { expect, test } from "bun:test";
import { actEntries, matching, nearestFirst, screenEntries } from "./entries.ts";
import { ENTRIES } from "./palette.tsx";

const SCREENS = [
  { path: "/admin/reviews", label: "Reviews", roles: ["admin", "partner_manager"], room: "inbox" },
  { path: "/admin/audit", label: "Audit", roles: ["admin"], room: "inbox" },
  { path: "/admin/device", label: "Approve a device", roles: ["admin"], room: "inbox", unlisted: true },
] as const;
const labels = (entries: readonly { readonly label: string }[]) => entries.map(({ label }) => label);

test("the palette offers the screens and actions of the role, and no others", () => {
  expect(labels(screenEntries(SCREENS, "partner_manager"))).toEqual(["Reviews"]);
  expect(labels(actEntries("partner_manager"))).toEqual(["Add partner", "Logout"]);
  expect(labels(actEntries("admin"))).toEqual([
    "Add inquiry",
    "Import signups",
    "Import places",
    "Add issuer",
    "Start a sync",
    "Logout",
    "New broadcast",
  ]);
  expect(labels(actEntries("super_admin"))).toContain("Invite a user");
});

test("each typed word must begin a word of the label, in any order and case", () => {
  const all = [...screenEntries(SCREENS, "admin"), ...actEntries("admin")];
  expect(labels(matching(all, "dev app"))).toEqual(["Approve a device"]);
  expect(labels(matching(all, "ADD"))).toEqual(["Add inquiry", "Add issuer"]);
  expect(labels(matching(all, "dd"))).toEqual([]);
  expect(matching(all, "  ")).toHaveLength(all.length);
});

test("screens and actions are found by the words of their buttons, too", () => {
  const screens = [
    ...SCREENS,
    { path: "/admin/security", label: "Security", roles: ["admin"], room: "inbox" },
    { path: "/admin/sync", label: "Sync", roles: ["admin"], room: "inbox" },
  ] as const;
  const all = [...screenEntries(screens, "admin"), ...actEntries("admin")];
  const found = (typed: string) => labels(matching(all, typed));
  expect(found("set up mfa")).toEqual(["Security"]);
  expect(found("sync now")).toEqual(["Start a sync"]);
  expect(found("new broadcast")).toEqual(["New broadcast"]);
  expect(found("log out")).toEqual(["Logout"]);
});

test("the kind of record whose name begins with what was typed comes before others", () => {
  const email = "z@example.com";
  const place = { id: "1", name: "Al-Zaytuna", address: "", city: "Dearborn" };
  const found = [
    ENTRIES.places(place),
    ENTRIES.places({ ...place, id: "2" }),
    ENTRIES.partners({ id: "1", email, businessName: "Zaytoun Kitchen LLC" }),
  ];
  expect(labels(nearestFirst(found, " zaytoun "))).toEqual([
    "Zaytoun Kitchen LLC",
    "Al-Zaytuna",
    "Al-Zaytuna",
  ]);
  expect(nearestFirst(found, "zay-tuna")).toEqual(found);
});

test("a record of any kind opens next to its list, under a name that a person knows", () => {
  const email = "hana@example.com";
  const person = { id: "1", email, firstName: "Hana", lastName: null };
  const business = { id: "1", email, businessName: "Noor Grill" };
  const at = (entry: { to: string; search?: Readonly<Record<string, string>> }) => [entry.to, entry.search];
  expect(at(ENTRIES.signups(person))).toEqual(["/admin/waitlist", { open: "1" }]);
  expect(at(ENTRIES.inquiries(business))).toEqual(["/admin/inquiries", { open: "1" }]);
  expect(at(ENTRIES.partners(business))).toEqual(["/partner-manager", { open: "1" }]);
  expect(at(ENTRIES.users({ id: "1", email, username: "hana" }))).toEqual(["/admin/users", { open: "1" }]);
  const place = { id: "1", name: "Noor Grill", address: "", city: "Dearborn" };
  expect(at(ENTRIES.places(place))).toEqual(["/admin/places", { place: "1" }]);
  expect([ENTRIES.signups(person), ENTRIES.places(place)]).toMatchObject([
    { label: "Hana", detail: email },
    { label: "Noor Grill", detail: "Dearborn" },
  ]);
});
