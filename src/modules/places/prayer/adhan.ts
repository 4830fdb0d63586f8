import { CalculationMethod, Coordinates, HighLatitudeRule, PrayerTimes } from "adhan";
import { addDays, type Day, dayIn, daysFrom } from "../../../shared/places/days.ts";
import { type Calculation, PRAYERS, type Prayer } from "../../../shared/places/iqamah-rules.ts";
import type { Point } from "../../../shared/places/places.ts";
import { CANADIAN_PROVINCES } from "../../../shared/places/regions.ts";

const OF_COUNTRY: Readonly<Record<"US" | "CA", Calculation>> = {
  US: { method: "NorthAmerica", madhab: "shafi" },
  CA: { method: "NorthAmerica", madhab: "shafi" },
};

/** What counts for a masjid in a state or province where no one chooses. */
export const defaultCalculation = (state: string): Calculation =>
  OF_COUNTRY[Object.hasOwn(CANADIAN_PROVINCES, state) ? "CA" : "US"];

/** The times of a day; null where the sun does not do what a time is defined by. */
export type SunTimes = Readonly<Record<Prayer | "sunrise", Date | null>>;

/**
 * The times of adhan on a day at a place, to the minute. North of 48 degrees Fajr and Isha are within the first and the last
 * seventh of the night, as the library recommends. Around the days on which the sun starts to stay up or down, its times are
 * out of order: those are null, as is an Isha that would not come before the next Fajr.
 */
export function sunTimes(at: Point, day: Day, timeZone: string, calculation: Calculation): SunTimes {
  const { fajr, sunrise, dhuhr, asr, maghrib, isha } = computed(at, day, timeZone, calculation);
  const nextFajr = computed(at, addDays(day, 1), timeZone, calculation).fajr;
  const rises = sunrise < dhuhr && dhuhr < maghrib; // false if one is not a number
  const isUp = rises || isSummer(day);
  return {
    fajr: rises && fajr < sunrise ? fajr : null,
    sunrise: rises ? sunrise : null,
    dhuhr,
    asr: isUp && asr > dhuhr && !(asr >= maghrib) ? asr : null,
    maghrib: rises ? maghrib : null,
    isha: rises && isha > maghrib && !(isha >= nextFajr) ? isha : null,
  };
}

/** Whether a sun that does not rise and set stays up: all places are north of the equator as far as it can. */
const isSummer = (day: Day): boolean => day.slice(5) > "03-20" && day.slice(5) < "09-24";

/** Near the date line the library's noon of a day can be that of a neighboring one. */
function computed(at: Point, day: Day, timeZone: string, calculation: Calculation): PrayerTimes {
  const times = computedFor(at, day, calculation);
  const off = daysFrom(dayIn(timeZone, times.dhuhr), day);
  return off === 0 ? times : computedFor(at, addDays(day, off), calculation);
}

function computedFor({ latitude, longitude }: Point, day: Day, { method, madhab }: Calculation): PrayerTimes {
  const coordinates = new Coordinates(latitude, longitude);
  const parameters = CalculationMethod[method]();
  parameters.madhab = madhab;
  parameters.highLatitudeRule = HighLatitudeRule.recommended(coordinates);
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new PrayerTimes(coordinates, new Date(year, month - 1, date, 12), parameters); // it reads the local date
}

/** Whether all times of the five prayers are known. */
export const isWhole = (times: SunTimes): boolean => PRAYERS.every((prayer) => times[prayer] !== null);
