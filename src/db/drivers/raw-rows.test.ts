import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { type PoolClient, RawRows } from "./pool.ts";

function message(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

function dataRow(value: string | null): Buffer {
  const start = Buffer.alloc(6);
  start.writeUInt16BE(1);
  start.writeInt32BE(value === null ? -1 : Buffer.byteLength(value), 2);
  return message("D", Buffer.concat([start, Buffer.from(value ?? "")]));
}

const VALUES = ["", "one", null, "🕌", "long ".repeat(40), "D\0\0\0\u0005", "the last"];
const DONE = message("C", Buffer.from("SELECT 7\0"));
const READY = message("Z", Buffer.from("I"));
const SENT = Buffer.concat([...VALUES.map(dataRow), DONE, READY]);

function take(chunks: Iterable<Buffer>) {
  const stream = new EventEmitter();
  const passed: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => passed.push(chunk));
  const raw = new RawRows({ connection: { stream } } as unknown as PoolClient); // all that it reads of a client
  for (const chunk of chunks) stream.emit("data", Buffer.from(chunk));
  return { text: Buffer.concat(raw.values).toString(), passed, ended: raw.ended };
}

function* chunksOf(size: number): Generator<Buffer> {
  for (let at = 0; at < SENT.length; at += size) yield SENT.subarray(at, at + size);
}

test("values are whole and in order, however the socket cuts the messages, and the parser gets all others", () => {
  const expected = { text: VALUES.join(""), passed: [DONE, READY], ended: true };
  for (let size = 1; size <= SENT.length; size += 1) expect(take(chunksOf(size))).toEqual(expected);
  for (let at = 1; at < SENT.length; at += 1)
    expect(take([SENT.subarray(0, at), SENT.subarray(at)])).toEqual(expected);
});
