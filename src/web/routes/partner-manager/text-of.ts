/** A field of a form as it was typed; none of these forms holds a file. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "");
