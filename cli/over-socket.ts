import type { Operation } from "../src/core/operations.ts";
import { INPUT_HEADER } from "../src/http/socket.ts";
import { failureOf, partsOf, reach } from "./answer.ts";
import type { Input, Line } from "./line.ts";
import { operatorName } from "./operator.ts";

const ORIGIN = "http://rihla"; // any: the socket is the address

/** Whether a server listens there; a killed one leaves its socket behind. */
export async function answers(unix: string): Promise<boolean> {
  try {
    await fetch(ORIGIN, { unix });
    return true;
  } catch {
    return false;
  }
}

/** Through the server that owns the data directory. */
export function socketLine(unix: string): Line {
  const ask = async (operation: Operation, input: Input): Promise<Response> => {
    const request = requestOf(operation, input);
    const init = { method: "POST", unix, timeout: false, ...request } as const;
    const response = await reach("the server in the data directory", () =>
      fetch(`${ORIGIN}/operations/${operation.path}`, init),
    );
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  return {
    kind: "socket",
    async call(operation, input) {
      const { result } = (await (await ask(operation, input)).json()) as { result: unknown };
      return result;
    },
    download: async (operation, input) => partsOf(await ask(operation, input)),
    close: async () => {},
  };
}

function requestOf({ upload }: Operation, input: Input) {
  const operator = { "x-operator": operatorName() };
  if (upload === null) return { headers: operator, body: JSON.stringify(input) };
  const { [upload]: file, ...others } = input;
  return { headers: { ...operator, [INPUT_HEADER]: JSON.stringify(others) }, body: Bun.file(String(file)) };
}
