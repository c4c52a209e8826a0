/**
 * How many times as much processor time `work` takes for eight times its size: about 8 where everything is read once,
 * about 64 where the work grows with the square. Only this thread counts, so other work on the machine changes little.
 * The least of three counts: collecting garbage takes processor time too.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  let [short, long] = [Infinity, Infinity]
  for (let turn = 0; turn < 3; turn++) {
    short = Math.min(short, await timeOf(work, size))
    long = Math.min(long, await timeOf(work, 8 * size))
  }
  return long / short
}

/** What reads everything once stays below; the square of the size does not. */
export const growthOfOneReading = 25

const enough = 40_000 // µs: some systems count by ten milliseconds

/** The processor time of one run, in µs. */
async function timeOf(work: (size: number) => unknown, size: number): Promise<number> {
  await work(size) // compiles it
  const begun = process.threadCpuUsage()
  for (let runs = 1; ; runs++) {
    await work(size)
    const { user, system } = process.threadCpuUsage(begun)
    if (user + system >= enough) return (user + system) / runs
  }
}
