import { createServer, type Socket } from "node:net";

export interface MailServer {
  readonly url: string;
  /** Received mails: the recipient of the envelope, and headers and text without dot-stuffing. */
  readonly taken: { readonly to: string; readonly data: string }[];
  /** The reply to the end of a mail; 250 accepts it. */
  answer: string;
  /** Milliseconds from a mail to the reply to it. */
  delay: number;
  close(): Promise<void>;
}

/** A mail server on loopback with as much SMTP as a sender needs, which keeps received mails. */
export async function mailServer(listenOn = 0): Promise<MailServer> {
  const taken: { to: string; data: string }[] = [];
  const state = { answer: "250 taken", delay: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let [buffer, to, inData] = ["", "", false];
    socket.setEncoding("utf8").on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.write("220 loopback\r\n");
    socket.on("data", (part: string) => {
      buffer += part;
      for (;;) {
        const end = buffer.indexOf(inData ? "\r\n.\r\n" : "\r\n");
        if (end === -1) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          if (state.answer.startsWith("250")) taken.push({ to, data: line.replaceAll("\r\n..", "\r\n.") });
          const reply = `${state.answer}\r\n`;
          if (state.delay === 0) socket.write(reply);
          else setTimeout(() => socket.write(reply), state.delay);
        } else if (line.startsWith("DATA")) {
          inData = true;
          socket.write("354 go on\r\n");
        } else {
          if (line.startsWith("RCPT")) to = /<(.*)>/.exec(line)?.[1] ?? "";
          socket.write(line.startsWith("QUIT") ? "221 bye\r\n" : "250 fine\r\n");
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(listenOn, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    get delay() {
      return state.delay;
    },
    set delay(delay) {
      state.delay = delay;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
