import type { ImportReport } from '../imports/import-report.ts'

type Progress = {
  /** The bytes of the file, counted as they are read. */
  watch: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
  update: (report: ImportReport, share?: number) => void
  end: () => void
}

/** A bar on stderr, where that is a terminal; nothing elsewhere. */
export async function showImportProgress(size: number): Promise<Progress> {
  if (!process.stderr.isTTY) return { watch: bytes => bytes, update: () => {}, end: () => {} }
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
    watch: async function* watch(bytes) {
      for await (const chunk of bytes) {
        read += chunk.length
        yield chunk
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
