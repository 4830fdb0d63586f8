/** With `type: "file"` the bundler answers the address of the file, not what is in it. */
declare module "pdfjs-dist/build/pdf.worker.min.mjs" {
  const address: string;
  export default address;
}
