/** Files in memory; writes fail after `failAt` of them. */
export function memoryFiles() {
  const kept = new Map<string, Buffer>();
  const store = {
    kept,
    failAt: Number.POSITIVE_INFINITY,
    async put(name: string, bytes: AsyncIterable<Uint8Array>) {
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      if (store.failAt-- <= 0) throw new Error("the store is full");
      kept.set(name, Buffer.concat(parts));
    },
    async get(name: string) {
      const found = kept.get(name);
      return found ? bytesOf(found) : null;
    },
    async remove(name: string) {
      kept.delete(name);
    },
    async *list() {
      for (const name of kept.keys()) yield { name, at: new Date() };
    },
  };
  return store;
}

export async function* bytesOf(bytes: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(bytes as string);
}
