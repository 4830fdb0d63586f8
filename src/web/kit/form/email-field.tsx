import { type ComponentProps, useEffect, useRef, useState } from "react";
import { isOneTypo } from "../../../shared/spelling/edit-distance.ts";
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

/** The providers that most people here use, and what they are one mistyped letter away from. */
const PROVIDERS = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "proton.me",
  "protonmail.com",
  "comcast.net",
  "verizon.net",
  "sbcglobal.net",
  "bellsouth.net",
  "charter.net",
  "fastmail.com",
  "yahoo.ca",
  "hotmail.ca",
  "outlook.ca",
  "rogers.com",
  "videotron.ca",
  "sympatico.ca",
] as const;
/** Other existing providers with names similar to one of those. */
const ALSO_RIGHT = new Set(["mail.com", "email.com", "ymail.com", "gmx.com", "proton.com", "mailo.com"]);

/** The provider that an address probably means, or null: `gmail.com` for `amina@gmial.com` and `amina@gmail`. */
export function meantProvider(address: string): string | null {
  const domain = address.trim().toLowerCase().split("@").at(1) ?? "";
  if (domain === "" || ALSO_RIGHT.has(domain) || PROVIDERS.some((each) => each === domain)) return null;
  return PROVIDERS.find((each) => isOneTypo(each, domain) || each.startsWith(`${domain}.`)) ?? null;
}

/** The address with another provider; what is before the `@` stays as it was typed. */
export const withProvider = (address: string, provider: string): string =>
  `${address.trim().split("@")[0]}@${provider}`;
