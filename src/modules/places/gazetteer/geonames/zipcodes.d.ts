declare module "zipcodes" {
  interface PostalCode {
    /** A ZIP code, or the first three characters of a Canadian postal code. */
    readonly zip: string;
    readonly latitude: number;
    readonly longitude: number;
    /** Of the post office. In Canada with districts in parentheses. */
    readonly city: string;
    /** In the USA the letters of the state, in Canada the name of the province. */
    readonly state: string;
    readonly country: "US" | "Canada";
  }
  const zipcodes: { readonly codes: Readonly<Record<string, PostalCode>> };
  export default zipcodes;
}
