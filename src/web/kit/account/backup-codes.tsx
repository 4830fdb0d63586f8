import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useBrand } from "../../lib/brand.ts";
import { Field } from "../form/field.tsx";
import { Button } from "../page/button.tsx";
import { useStaff } from "../staff/use-staff.ts";
import { CopyButton } from "./copy-button.tsx";
import { refocus } from "./refocus.ts";

interface BackupCodesProps {
  readonly codes: readonly string[];
  readonly onFinished: () => void;
}

/** Codes that are shown once. To finish, the user types one of them, which shows that they were saved. */
export function BackupCodes({ codes, onFinished }: BackupCodesProps) {
  const { name } = useBrand();
  const { username } = useStaff();
  const heading = `${name} backup codes of ${username}. Each works once.`;
  const text = `${heading}\n\n${codes.join("\n")}\n`;
  return (
    <div className="backup-codes">
      <p className="backup-codes-print">{heading}</p>
      <p>Each code signs you in once when you do not have your phone. They are shown only now.</p>
      <ol className="backup-codes-list" aria-label={CODES.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="backup-codes-actions">
        <CopyButton text={text} what={CODES.list} />
        <Button look="quiet" className="button-small" onClick={() => save(CODES.file(name, username), text)}>
          Download
        </Button>
        <Button look="quiet" className="button-small" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <TypedBack codes={codes} onFinished={onFinished} />
    </div>
  );
}

function TypedBack({ codes, onFinished }: BackupCodesProps) {
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = bare(String(new FormData(event.currentTarget).get("backupCode") ?? ""));
    if (codes.some((code) => bare(code) === typed)) onFinished();
    else {
      flushSync(() => setWrong(true));
      refocus(field.current);
    }
  }
  return (
    <form className="backup-codes-proof" noValidate onSubmit={onSubmit}>
      <Field
        ref={field}
        label="Type one of the codes to show that you have them"
        name="backupCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={wrong ? "This is not one of the codes above" : undefined}
      />
      <p className="soft">This does not use up the code.</p>
      <Button type="submit" className="button-wide">
        Finish
      </Button>
    </form>
  );
}

const bare = (code: string): string => code.toUpperCase().replace(/[\s-]/g, "");

function save(file: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: file });
  link.click();
  URL.revokeObjectURL(url);
}

const CODES = {
  list: "Backup codes",
  file: (brand: string, username: string) =>
    `${brand}-backup-codes-${username}.txt`.toLowerCase().replace(/[^a-z0-9.-]+/g, "-"),
} as const;
