import {
  type ComponentProps,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react";

interface Labelled {
  readonly label: string;
  readonly name: string;
  /** Shown next to the value. */
  readonly error?: string | undefined;
}

type Props<Attributes> = Labelled & Omit<Attributes, "id" | "className">;
type FieldProps = Props<InputHTMLAttributes<HTMLInputElement>> & {
  readonly ref?: Ref<HTMLInputElement> | undefined;
};
type SelectProps = Props<SelectHTMLAttributes<HTMLSelectElement>>;
type TextAreaProps = Props<TextareaHTMLAttributes<HTMLTextAreaElement>>;

/** A labeled, uncontrolled input, which keeps text typed before hydration. */
export function Field({ label, error, ...input }: FieldProps) {
  return <Frame label={label} error={error} control={(wiring) => <input {...wiring} {...input} />} />;
}

/** A native select: it needs no extra layer in a dialog, and phones show their own picker. */
export function SelectField({ label, error, ...select }: SelectProps) {
  return <Frame label={label} error={error} control={(wiring) => <select {...wiring} {...select} />} />;
}

/** Ctrl or Cmd with Enter sends its form. */
export function TextAreaField({ label, error, ...area }: TextAreaProps) {
  return (
    <Frame
      label={label}
      error={error}
      control={(wiring) => <textarea {...wiring} onKeyDown={sendByKey} {...area} />}
    />
  );
}

function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface FrameProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly control: (wiring: {
    readonly id: string;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

function Frame({ label, error, control }: FrameProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": error ? errorId : undefined,
      })}
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Does not contain the label of the field, so that the label stays unique. */
const SHOW = "Show what is typed";

/** A password field with a show button. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="password-field">
      <Field {...props} type={shown ? "text" : "password"} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="password-field-toggle"
        aria-pressed={shown}
        aria-label={SHOW}
        onClick={() => setShown(!shown)}
      >
        {shown ? "Hide" : "Show"}
      </button>
    </div>
  );
}

/** Tells password managers the account of a form without a username field; they accept only hidden text inputs. */
export function PasswordOwner({ username }: { readonly username: string }) {
  return <input hidden type="text" name="username" autoComplete="username" value={username} readOnly />;
}

/** A field that people can neither see nor reach: whatever fills it in is a bot. */
export function Honeypot() {
  return (
    <div className="off-screen" aria-hidden="true">
      <label>
        Leave this empty
        <input name="hp_note" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
