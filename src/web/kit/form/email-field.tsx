import { type ComponentProps, useEffect, useRef, useState } from "react";
import { meantProvider, withProvider } from "../../../shared/spelling/email-provider.ts";
import { Field } from "./field.tsx";

const TYPING_ENDS = 500; // milliseconds; not on blur, because a line that appears then moves the button being pressed

/** A field for an email address that asks about a mistyped provider. What was typed stays unless the person taps. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, "type" | "ref" | "onInput">) {
  const { input, provider, onInput, accept } = useMeantProvider();
  return (
    <div>
      <Field
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        ref={input}
        type="email"
        inputMode="email"
        onInput={onInput}
      />
      <div aria-live="polite">
        {provider && (
          <button type="button" className="field-suggestion" onClick={accept}>
            Did you mean {provider}?
          </button>
        )}
      </div>
    </div>
  );
}

function useMeantProvider() {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [provider, setProvider] = useState<string | null>(null);
  const check = () => setProvider(meantProvider(input.current?.value ?? ""));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the page could listen
  useEffect(() => {
    check();
    const form = input.current?.form;
    const clear = () => setProvider(null);
    form?.addEventListener("reset", clear);
    return () => {
      form?.removeEventListener("reset", clear);
      clearTimeout(timer.current);
    };
  }, []);
  function onInput(): void {
    clearTimeout(timer.current);
    if (provider) check();
    timer.current = setTimeout(check, TYPING_ENDS);
  }
  function accept(): void {
    if (!input.current || !provider) return;
    input.current.value = withProvider(input.current.value, provider);
    input.current.dispatchEvent(new Event("input", { bubbles: true })); // for what follows the form's values
    input.current.focus();
  }
  return { input, provider, onInput, accept } as const;
}
