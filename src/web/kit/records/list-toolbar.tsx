import { type ReactNode, useEffect, useRef, useState } from "react";
import { z } from "zod";
import type { StaffUser } from "../../../modules/accounts/schema.ts";
import { type SavedView, type ViewList, viewName } from "../../../modules/backoffice/views/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { Button } from "../controls/button.tsx";
import { Menu } from "../controls/menu.tsx";
import { Confirm } from "../dialog/confirm.tsx";
import { ADMINS } from "../staff/roles.ts";
import { DateFilter, Pick, Search, TextFilter, Toolbar } from "../table/toolbar.tsx";
import type { Filter, Filters } from "./list-params.ts";
import { AddRecord, declareForm, text } from "./record-form.tsx";
import { type Refresh, useAct } from "./use-act.ts";

type Change = (change: Readonly<Record<string, unknown>>, replace?: boolean) => void;

interface ListToolbarProps {
  readonly filters: Filters;
  readonly sorts: Readonly<Record<string, string>>;
  readonly sort: string | undefined;
  readonly values: ReadonlyMap<string, unknown>;
  readonly onChange: Change;
  readonly views?: ViewList | undefined;
  /** At the end of its line. */
  readonly actions?: ReactNode;
}

/** The search of a list, the filters that are set, and on a phone its orders: there the heads cannot be pressed. */
export function ListToolbar({ filters, sorts, sort, values, onChange, views, actions }: ListToolbarProps) {
  const orders = Object.entries(sorts);
  const controls = Object.entries(filters);
  const searches = controls.filter(([, { kind }]) => kind === "search");
  const others = controls.filter(([, { kind }]) => kind !== "search");
  if (orders.length + controls.length === 0 && !actions) return null;
  return (
    <Toolbar>
      {searches.map(([name, filter]) => (
        <Control key={name} name={name} filter={filter} value={values.get(name)} onChange={onChange} />
      ))}
      {others.length > 0 && <Chips filters={others} values={values} onChange={onChange} />}
      {views && (
        <ViewsMenu
          list={views}
          values={savedOf(others, values, sort === orders[0]?.[0] ? undefined : sort)}
          onApply={(saved) =>
            onChange({
              ...Object.fromEntries(others.map(([name]) => [name, undefined])),
              sort: undefined,
              ...saved,
            })
          }
        />
      )}
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
      {actions && <div className="toolbar-actions">{actions}</div>}
    </Toolbar>
  );
}

/** What a view keeps of the state of a list. */
function savedOf(
  filters: ChipsProps["filters"],
  values: ListToolbarProps["values"],
  sort: string | undefined,
): SavedView["values"] {
  const chosen = filters.filter(([, { kind }]) => kind !== "text"); // which may be about a person
  const set = [...chosen.map(([name]) => [name, values.get(name)] as const), ["sort", sort] as const];
  return Object.fromEntries(
    set.flatMap(([name, value]) =>
      typeof value === "boolean" || (typeof value === "string" && value !== "") ? [[name, value]] : [],
    ),
  );
}

interface ChipsProps {
  readonly values: ListToolbarProps["values"];
  readonly onChange: Change;
  readonly filters: readonly (readonly [name: string, filter: Filter])[];
}

/** The filters that are set, each to be changed or removed, and a menu that adds another one. */
function Chips({ filters, values, onChange }: ChipsProps) {
  /** Added but not set yet. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const chips = useRef<HTMLDivElement>(null);
  const shown = filters.filter(([name]) => (values.get(name) ?? "") !== "" || added.includes(name));
  const left = filters.filter((each) => !shown.includes(each));
  const newest = added.at(-1);
  useEffect(() => {
    if (!newest) return;
    const focus = () =>
      chips.current?.querySelector<HTMLElement>(`[data-filter="${newest}"] :is(select, input)`)?.focus();
    // In the next frame the menu gives the focus back to its button.
    requestAnimationFrame(() => requestAnimationFrame(focus));
  }, [newest]);
  function remove(names: readonly string[]): void {
    setAdded(added.filter((each) => !names.includes(each)));
    onChange(Object.fromEntries(names.map((name) => [name, undefined])));
    chips.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
  }
  return (
    <div className="toolbar-chips" ref={chips}>
      {shown.map(([name, filter]) => (
        <div key={name} className="toolbar-chip" data-filter={name}>
          <Control name={name} filter={filter} value={values.get(name)} onChange={onChange} />
          <button
            type="button"
            className="toolbar-remove"
            aria-label={`Remove the filter ${filter.label}`}
            onClick={() => remove([name])}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
              <path d="M4.5 4.5l7 7m0-7l-7 7" />
            </svg>
          </button>
        </div>
      ))}
      {left.length > 0 && (
        <Menu
          label={ADD_FILTER}
          face={ADD_FILTER}
          items={left.map(([name, { label }]) => ({
            name: label,
            onSelect: () => setAdded([...added.filter((each) => each !== name), name]),
          }))}
        />
      )}
      {shown.length > 0 && (
        <Button look="text" className="button-tiny" onClick={() => remove(shown.map(([name]) => name))}>
          Clear
        </Button>
      )}
    </div>
  );
}

const ADD_FILTER = "+ Filter";

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

const ALL = 500;

/** The active staff accounts that handle inquiries, by name; empty until they have loaded. */
export function useInquiryStaff(): readonly StaffUser[] {
  const { data } = trpc.admin.users.list.useQuery({ limit: ALL });
  return (data?.items ?? [])
    .filter(({ isActive, role }) => isActive && ADMINS.includes(role))
    .toSorted((a, b) => a.username.localeCompare(b.username));
}

type Values = SavedView["values"];

interface ViewsMenuProps {
  readonly list: ViewList;
  /** The filters and the order that are set now. */
  readonly values: Values;
  readonly onApply: (values: Values) => void;
}

const refresh: Refresh = ({ admin }) => admin.views.invalidate();

/** The views of a list that the team has saved: each sets its filters and order. */
function ViewsMenu({ list, values, onApply }: ViewsMenuProps) {
  const { data: views = [] } = trpc.admin.views.list.useQuery({ list });
  const [saving, setSaving] = useState(false);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const current = views.find((view) => isSame(view.values, values));
  return (
    <>
      <Menu
        label={current ? `Views: ${current.name}` : "Views"}
        face={current ? `Views: ${current.name}` : "Views"}
        items={[
          ...views.map((view) => ({ name: view.name, onSelect: () => onApply(view.values) })),
          ...(current || Object.keys(values).length === 0
            ? []
            : [{ name: SAVE.title, onSelect: () => setSaving(true) }]),
          ...(current
            ? [{ name: "Delete this view", onSelect: () => setDeleting(current), destructive: true }]
            : []),
          ...(views.length === 0 && Object.keys(values).length === 0
            ? [{ name: "Set a filter to save a view", onSelect: () => undefined }]
            : []),
        ]}
      />
      <AddRecord
        form={SAVE}
        size="small"
        open={saving}
        onClose={() => setSaving(false)}
        send={(client, { name }) => client.admin.views.create.mutate({ list, name, values })}
        done={({ name }) => ({ title: "View saved", description: name })}
        refresh={refresh}
      />
      <DeleteView view={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

interface DeleteViewProps {
  /** Null while the question is closed. */
  readonly view: SavedView | null;
  readonly onClose: () => void;
}

function DeleteView({ view, onClose }: DeleteViewProps) {
  const act = useAct(refresh);
  async function remove({ id, name }: SavedView): Promise<void> {
    await act(id, {
      send: (client) => client.admin.views.delete.mutate({ id }),
      done: { title: "View deleted", description: name },
      failed: "Failed to delete the view",
    });
    onClose();
  }
  return (
    <Confirm
      open={view !== null}
      onClose={onClose}
      title="Delete view"
      action="Delete"
      acting="Deleting..."
      onConfirm={async () => {
        if (view) await remove(view);
      }}
    >
      <strong>{view?.name}</strong>
      <br />
      The view is deleted for the whole team. The records stay as they are.
    </Confirm>
  );
}

const SAVE = declareForm({
  title: "Save as a view",
  description:
    "The filters and the order, without any text that you typed. Everyone who sees this list gets it.",
  submit: "Save view",
  sending: "Saving...",
  missing: "Please enter a name",
  failed: "Failed to save the view",
  conflictField: "name",
  schema: z.object({ name: viewName }),
  fields: { name: text("Name", { required: true }) },
});

function isSame(one: Values, other: Values): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
