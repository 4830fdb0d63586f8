import { request } from "node:http";
import { text } from "node:stream/consumers";
import {
  INPUT_HEADER,
  OPERATIONS_PATH,
  OPERATOR_HEADER,
  socketPath,
} from "../../../src/http/sockets/admin-socket-client.ts";

/**
 * Calls an operation as an operator of the running server does, over the socket in its data directory (E2E_DATA_DIR). A
 * command line of its own would take half a second of CPU to start.
 */
export const operate = (operation: string, input: object): Promise<unknown> =>
  send(operation, {}, JSON.stringify(input));

/** Imports the features of a GeoJSON file. */
export const importFeatures = (features: readonly object[]): Promise<unknown> =>
  send(
    "admin.pois.import",
    { [INPUT_HEADER]: JSON.stringify({ format: "geojson" }) },
    JSON.stringify({ type: "FeatureCollection", features }),
  );

async function send(
  operation: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<unknown> {
  const { E2E_DATA_DIR: home } = process.env;
  const path = home ? socketPath(home) : null;
  if (path === null)
    throw new Error("E2E_DATA_DIR must be set, and short: where does the server keep its data?");
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = { socketPath: path, path: OPERATIONS_PATH + operation, method: "POST" };
  const call = request({ ...options, headers: { ...headers, [OPERATOR_HEADER]: "tests" } }, (answer) => {
    text(answer).then(resolve, reject);
  });
  call.on("error", reject);
  call.end(body);
  const answer = JSON.parse(await promise) as { readonly result?: unknown };
  if (!("result" in answer)) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
  return answer.result;
}
