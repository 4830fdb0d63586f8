/** A field of a form as it was typed; empty if there is no such field. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "");
