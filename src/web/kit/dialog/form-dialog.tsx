import { type ComponentProps, createContext, use, useRef } from "react";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, "onOpenChange" | "held"> {
  readonly onClose: () => void;
}

interface OpenDialog {
  readonly close: () => void;
  /** Keeps the dialog open until the request has been answered. */
  readonly holdFor: <T>(sent: Promise<T>) => Promise<T>;
}

const OpenDialogContext = createContext<OpenDialog | null>(null);

/** A dialog around a `DialogForm`. It cannot be closed while the form is being sent. */
export function FormDialog({ onClose, children, ...dialog }: FormDialogProps) {
  const sending = useRef(false);
  const close = () => {
    if (!sending.current) onClose();
  };
  const holdFor: OpenDialog["holdFor"] = async (sent) => {
    sending.current = true;
    return await sent.finally(() => {
      sending.current = false;
    });
  };
  return (
    <Dialog {...dialog} onOpenChange={(open) => !open && close()}>
      <OpenDialogContext value={{ close, holdFor }}>{children}</OpenDialogContext>
    </Dialog>
  );
}

export function useOpenDialog(): OpenDialog {
  const dialog = use(OpenDialogContext);
  if (!dialog) throw new Error("No form dialog around this component");
  return dialog;
}
