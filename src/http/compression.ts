import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptedEncodings } from "./pages/static-file.ts";

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const brotliOf = promisify(brotliCompress);

export const brotli = (bytes: Uint8Array): Promise<Buffer> => brotliOf(bytes, BROTLI);
export const gz = promisify(gzip);

const SMALL = 1_024; // bytes; less fits into a packet either way

/**
 * The answer in an encoding that the request accepts. Only for what everyone gets alike: the length of a compressed answer
 * would tell of a secret in it to someone who chooses another part of it (BREACH, docs/security.md OUT-17).
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  headers.append("Vary", "Accept-Encoding");
  const [encoding] = acceptedEncodings(request.headers.get("accept-encoding") ?? "");
  if (encoding === undefined || request.method !== "GET" || status !== 200) return response;
  const bytes = await response.bytes();
  if (bytes.length < SMALL) return new Response(bytes, { status, headers });
  headers.set("Content-Encoding", encoding);
  const smaller = await (encoding === "br" ? brotli : gz)(bytes);
  return new Response(new Uint8Array(smaller), { status, headers });
}
