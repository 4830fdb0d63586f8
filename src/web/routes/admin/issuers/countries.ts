import { listCountries } from "../../../../shared/places/countries.ts";

export const COUNTRIES = listCountries();
const NAMES = new Map(COUNTRIES.map(({ code, name }) => [code, name]));

/** The English name of a country; the code itself if it is unknown. */
export const countryName = (code: string): string => NAMES.get(code) ?? code;
