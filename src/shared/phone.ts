const DIGITS = 10;

/** The ten digits of a North American number; a leading +1 or 1 of eleven is dropped, the rest cut. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const withCountry = digits.length > DIGITS || typed.includes("+");
  const national = withCountry && digits.startsWith("1") ? digits.slice(1) : digits;
  return national.slice(0, DIGITS);
}

/** As typed so far: `(123) 456-7890`, shorter while digits are missing, empty for none. */
export function formatPhone(typed: string): string {
  const digits = phoneDigits(typed);
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** True for a text that holds exactly ten digits after +1 or a leading 1 of eleven is dropped. */
export function isPhone(typed: string): boolean {
  const digits = typed.replace(/\D/g, "");
  if (!/^[\d\s()+.-]*$/.test(typed)) return false;
  return /^1\d{10}$/.test(digits) || (digits.length === DIGITS && !typed.includes("+"));
}
