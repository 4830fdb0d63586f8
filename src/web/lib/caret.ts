/**
 * Formats what is in a field and leaves the caret behind the same digit, or at the end where it was there.
 * `format` keeps the order of the digits; it may drop some at the end, or a country code at the start.
 */
export function reformat(input: HTMLInputElement, format: (typed: string) => string): void {
  const typed = input.value;
  const digits = digitsOf(typed);
  const before = digitsOf(typed.slice(0, input.selectionStart ?? typed.length)).length;
  const formatted = format(typed);
  const dropped = Math.max(0, digits.indexOf(digitsOf(formatted)));
  const isAtEnd = before === digits.length;
  const caret = isAtEnd ? formatted.length : positionBehind(formatted, Math.max(0, before - dropped));
  input.value = formatted;
  input.setSelectionRange(caret, caret);
}

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Where the caret is behind the first `count` digits. */
function positionBehind(text: string, count: number): number {
  let position = 0;
  for (let seen = 0; seen < count && position < text.length; position += 1) {
    if (/\d/.test(text.charAt(position))) seen += 1;
  }
  return position;
}
