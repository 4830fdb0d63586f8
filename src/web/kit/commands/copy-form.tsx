import { type Act, linesOf } from "../../../shared/commands/act-commands.ts";
import { CopyLines } from "./copy-lines.tsx";

interface CopyFormProps {
  /** What the form would send. */
  readonly act: (form: FormData) => Act;
}

/** In a form: copies the line that sends what has been typed so far, without passwords. */
export const CopyForm = ({ act }: CopyFormProps) => (
  <CopyLines lines={({ form }) => (form ? linesOf(act(new FormData(form))) : [])} />
);
