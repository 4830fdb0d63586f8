import { useState } from "react";
import { z } from "zod";
import { type SavedView, type ViewList, viewName } from "../../../modules/backoffice/views/schema.ts";
import { trpc } from "../../lib/api.tsx";
import { Menu } from "../controls/menu.tsx";
import { Confirm } from "../dialog/confirm.tsx";
import { AddRecord, declareForm, text } from "./record-form.tsx";
import { type Refresh, useAct } from "./use-act.ts";

type Values = SavedView["values"];

interface ViewsMenuProps {
  readonly list: ViewList;
  /** The filters and the order that are set now. */
  readonly values: Values;
  readonly onApply: (values: Values) => void;
}

const refresh: Refresh = ({ admin }) => admin.views.invalidate();

/** The views of a list that the team has saved: each sets its filters and order. */
export function ViewsMenu({ list, values, onApply }: ViewsMenuProps) {
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
