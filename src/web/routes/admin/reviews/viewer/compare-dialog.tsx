import { useState } from "react";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { Pick } from "../../../../kit/table/toolbar.tsx";
import { FileViewer, type ShownFile } from "./file-viewer.tsx";

interface CompareDialogProps {
  readonly files: readonly ShownFile[];
  /** The file that was open. */
  readonly first: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Two files next to each other, each with its own zoom; below each other where there is no room. */
export function CompareDialog({ files, first, ...dialog }: CompareDialogProps) {
  const other = files.find(({ id }) => id !== first)?.id ?? first;
  return (
    <Dialog {...dialog} size="full" title="Evidence side by side">
      <div className="compare-files">
        <ChosenFile label="Left file" files={files} first={first} />
        <ChosenFile label="Right file" files={files} first={other} />
      </div>
    </Dialog>
  );
}

interface ChosenFileProps extends Pick<CompareDialogProps, "files" | "first"> {
  readonly label: string;
}

function ChosenFile({ label, files, first }: ChosenFileProps) {
  const [chosen, setChosen] = useState(first);
  const file = files.find(({ id }) => id === chosen);
  return (
    <div className="compare-file">
      <Pick label={label} value={chosen} onChange={({ currentTarget: { value } }) => setChosen(value)}>
        {files.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Pick>
      {file && <FileViewer key={file.id} file={file} />}
    </div>
  );
}
