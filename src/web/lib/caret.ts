const isDigit = (char: string): boolean => /\d/.test(char);

/**
 * Writes a field's text anew by `format` and leaves the caret behind the same digit, or at the end where it was
 * there. `format` keeps the digits' order and may drop some at the end.
 */
export function reformat(input: HTMLInputElement, format: (typed: string) => string): void {
  const typed = input.value;
  const before = [...typed.slice(0, input.selectionStart ?? typed.length)].filter(isDigit).length;
  const atEnd = before === [...typed].filter(isDigit).length;
  input.value = format(typed);
  const place = atEnd ? input.value.length : behindDigit(input.value, before);
  input.setSelectionRange(place, place);
}

function behindDigit(text: string, count: number): number {
  let place = 0;
  for (let seen = 0; seen < count && place < text.length; place += 1) {
    if (isDigit(text.charAt(place))) seen += 1;
  }
  return place;
}
