declare const self: Worker;

/** Milliseconds of each response of `/healthz`; null for a status other than 200. */
export type HealthAnswers = readonly (number | null)[];

const PAUSE = 5; // milliseconds

let answers: Promise<HealthAnswers> | undefined;
let stopped = false;

async function poll(url: string): Promise<HealthAnswers> {
  const taken: (number | null)[] = [];
  while (!stopped) {
    const asked = performance.now();
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => null,
    );
    taken.push(status === 200 ? performance.now() - asked : null);
    await Bun.sleep(PAUSE);
  }
  return taken;
}

/** The first message is the URL to poll, the second one ends the polling. */
self.onmessage = async ({ data }: MessageEvent<string>) => {
  if (answers === undefined) {
    answers = poll(data);
    return;
  }
  stopped = true;
  self.postMessage(await answers);
};
