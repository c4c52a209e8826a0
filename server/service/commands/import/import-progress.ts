import type { ImportReport } from '../../../exchange/imports/import-report.ts'

type Progress = {
  /** The items, such as the chunks of a file, counted as they are read. `sizeOf` is in the unit of `size`. */
  watch: <T>(items: AsyncIterable<T>, sizeOf: (item: T) => number) => AsyncIterable<T>
  update: (report: ImportReport, share?: number) => void
  end: () => void
}

/** A bar up to `size` on stderr, where that is a terminal; nothing elsewhere. A file is counted in thousandths. */
export async function showImportProgress(size = 1_000): Promise<Progress> {
  if (!process.stderr.isTTY) return { watch: items => items, update: () => {}, end: () => {} }
  const { SingleBar, Presets } = await import('cli-progress')
  const bar = new SingleBar(
    {
      format: '  {bar} {percentage}%  {rows} rows, {rate} rows/s',
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  )
  const startedAt = performance.now()
  let read = 0
  bar.start(Math.max(size, 1), 0, { rows: 0, rate: 0 })
  return {
    watch: async function* watch(items, sizeOf) {
      for await (const item of items) {
        read += sizeOf(item)
        yield item
      }
    },
    update: ({ imported, skipped, refused, refusedMore }, share) => {
      const rows = imported + skipped + refused.length + refusedMore
      const rate = Math.round(rows / ((performance.now() - startedAt) / 1000))
      bar.update(share === undefined ? read : share * size, { rows, rate })
    },
    end: () => bar.stop(),
  }
}
