declare module "tz-lookup" {
  /** The IANA time zone of a coordinate, in degrees. */
  export default function timeZoneAt(latitude: number, longitude: number): string;
}
