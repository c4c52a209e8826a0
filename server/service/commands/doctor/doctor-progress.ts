import type { Progress } from '../../../upkeep/doctor/stores-in-batches.ts'

type Display = { of: (name: string) => Progress; end: () => void }

/** The running check and its stores, as a bar on stderr, where that is a terminal; nothing elsewhere. */
export async function showDoctorProgress(): Promise<Display> {
  if (!process.stderr.isTTY) return { of: () => () => {}, end: () => {} }
  const { SingleBar, Presets } = await import('cli-progress')
  const bar = new SingleBar(
    {
      format: '  {bar} {percentage}%  {name}: {value} of {total} stores',
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  )
  return {
    of: name => (inspected, all) => (inspected === 0 ? bar.start(all, 0, { name }) : bar.update(inspected)),
    end: () => bar.stop(),
  }
}
