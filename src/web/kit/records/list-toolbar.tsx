import { useState } from "react";
import type { StaffUser } from "../../../modules/accounts/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { Button } from "../controls/button.tsx";
import { ADMINS } from "../staff/roles.ts";
import { DateFilter, Pick, Search, TextFilter, Toolbar } from "../table/toolbar.tsx";
import type { Filter, Filters } from "./list-params.ts";

/** As many filters as a screen shows above a list. */
const ON_PHONE = 2;
const ON_TABLET = 5;

type Change = (change: Readonly<Record<string, unknown>>, replace?: boolean) => void;

interface ListToolbarProps {
  readonly filters: Filters;
  readonly sorts: Readonly<Record<string, string>>;
  readonly sort: string | undefined;
  readonly values: ReadonlyMap<string, unknown>;
  readonly onChange: Change;
}

/** The filters of a list, and on a phone its orders too: there the heads of the table cannot be pressed. */
export function ListToolbar({ filters, sorts, sort, values, onChange }: ListToolbarProps) {
  const orders = Object.entries(sorts);
  const [isUnfolded, setUnfolded] = useState(false);
  const controls = Object.entries(filters);
  const searches = controls.filter(([, { kind }]) => kind === "search");
  const others = controls.filter(([, { kind }]) => kind !== "search");
  const set = others.filter(([name]) => (values.get(name) ?? "") !== "").length;
  if (orders.length + controls.length === 0) return null;
  const control = ([name, filter]: (typeof controls)[number]) => (
    <Control key={name} name={name} filter={filter} value={values.get(name)} onChange={onChange} />
  );
  return (
    <Toolbar folded={!isUnfolded} many={foldedOn(others.length)}>
      {searches.map(control)}
      {others.length + orders.length > 0 && (
        <Unfold isUnfolded={isUnfolded} set={set} onPress={() => setUnfolded(!isUnfolded)} />
      )}
      {others.map(control)}
      {orders.length > 0 && (
        <Pick
          label="Sort"
          onCardsOnly
          value={sort}
          onChange={({ currentTarget: { value } }) => onChange({ sort: value })}
        >
          <Options of={orders} />
        </Pick>
      )}
    </Toolbar>
  );
}

function foldedOn(filters: number): "phone" | "tablet" | undefined {
  if (filters > ON_TABLET) return "tablet";
  return filters > ON_PHONE ? "phone" : undefined;
}

interface UnfoldProps {
  readonly isUnfolded: boolean;
  /** How many filters are set. */
  readonly set: number;
  readonly onPress: () => void;
}

/**
 * Shown while a record next to the list leaves it little room: then only the filters that are set stay. On a phone
 * or a tablet it hides all of them where they are many.
 */
const Unfold = ({ isUnfolded, set, onPress }: UnfoldProps) => (
  <Button look="quiet" className="button-small toolbar-unfold" aria-expanded={isUnfolded} onClick={onPress}>
    {filtersLabel(set)}
  </Button>
);

interface ControlProps {
  readonly name: string;
  readonly filter: Filter;
  readonly value: unknown;
  readonly onChange: Change;
}

function Control({ name, filter, value, onChange }: ControlProps) {
  const text = value === undefined ? "" : String(value);
  const onType = (typed: string) => onChange({ [name]: typed || undefined }, true);
  switch (filter.kind) {
    case "search":
      return <Search label={filter.label} value={text} onSearch={onType} />;
    case "text":
      return <TextFilter label={filter.label} hint={filter.placeholder} value={text} onType={onType} />;
    case "staff":
      return <StaffFilter label={filter.label} value={text} onPick={onType} />;
    case "day":
      return <DateFilter label={filter.label} value={text} onPick={onType} />;
    default:
      return (
        <Pick
          label={filter.label}
          value={text}
          onChange={({ currentTarget: { value: picked } }) => onChange({ [name]: pickedOf(filter, picked) })}
        >
          <option value="">All</option>
          <Options of={Object.entries(filter.options)} />
        </Pick>
      );
  }
}

function pickedOf({ kind }: Filter, picked: string): string | boolean | undefined {
  if (picked === "") return undefined;
  return kind === "flag" ? picked === "true" : picked;
}

const Options = ({ of }: { readonly of: readonly (readonly [string, string])[] }) =>
  of.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));

interface StaffFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onPick: (value: string) => void;
}

/** Whose records a list shows: the user's own, unassigned ones, or another account's. */
function StaffFilter({ label, value, onPick }: StaffFilterProps) {
  const staff = useInquiryStaff();
  return (
    <Pick label={label} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
      <option value="">All</option>
      <option value="me">Me</option>
      <option value="none">Unassigned</option>
      {staff.map(({ id, username }) => (
        <option key={id} value={id}>
          {username}
        </option>
      ))}
    </Pick>
  );
}

/** The button that shows and hides the filters. */
const filtersLabel = (set: number): string => (set > 0 ? `Filters (${set})` : "Filters");

const ALL = 500;

/** The active staff accounts that handle inquiries, by name; empty until they have loaded. */
export function useInquiryStaff(): readonly StaffUser[] {
  const { data } = trpc.admin.users.list.useQuery({ limit: ALL });
  return (data?.items ?? [])
    .filter(({ isActive, role }) => isActive && ADMINS.includes(role))
    .toSorted((a, b) => a.username.localeCompare(b.username));
}
