import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { get, post, putBytes, storePath } from '../api.ts'
import { sendThroughOutage } from '../parts/outage.ts'
import { useStore } from '../store.tsx'
import type { ImportJob, ImportKind } from './query.ts'

/** The size in bytes of each part but the last, fixed by the server. */
const partSize = 1024 * 1024

export type UploadState = { name: string; share: number; isWaiting: boolean }

/** Uploads a file in parts, starting at the next part the server expects. Continues after the server has restarted. */
export function useUpload(onReady: (id: string) => void) {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<UploadState>()
  const [error, setError] = useState<unknown>()
  const controller = useRef(new AbortController())

  async function upload(file: File, target: ImportKind | ImportJob): Promise<void> {
    controller.current = new AbortController()
    const { signal } = controller.current
    setError(undefined)
    const show = (share: number) => setProgress({ name: file.name, share, isWaiting: false })
    const onWait = (isWaiting: boolean) => setProgress(shown => shown && { ...shown, isWaiting })
    const send = <Answer>(act: (earlier: number) => Promise<Answer>) => sendThroughOutage(act, signal, onWait)
    show(0)
    try {
      const importJob =
        typeof target === 'string'
          ? await send(earlier => createImport(store_id, target, file, earlier))
          : target
      const path = storePath(store_id, `/imports/${importJob.id}`)
      for (const { partNumber, part } of partsOf(file, importJob.parts)) {
        show((partNumber * partSize) / file.size)
        // The server takes the same part twice.
        await send(() => putBytes(`${path}/parts/${partNumber}`, part, signal))
      }
      await queries.invalidateQueries({ queryKey: [store_id, 'import', importJob.id] })
      void queries.invalidateQueries({ queryKey: [store_id, 'imports'] })
      onReady(importJob.id)
    } catch (caught) {
      if (!controller.current.signal.aborted) setError(caught)
    } finally {
      setProgress(undefined)
    }
  }

  return { upload, progress, error, cancel: () => controller.current.abort() }
}

/** Creates the import, unless an earlier attempt did so and only its response was lost. */
async function createImport(
  storeId: string,
  kind: ImportKind,
  file: File,
  earlier: number,
): Promise<ImportJob> {
  const path = storePath(storeId, '/imports')
  const body = { kind, file_name: file.name.slice(-255), size: file.size }
  if (earlier > 0) {
    const { result } = await get<{ result: ImportJob[] }>(path)
    const made = result.find(
      one =>
        one.state === 'uploading' &&
        one.parts === 0 &&
        one.kind === kind &&
        one.file_name === body.file_name &&
        one.size === body.size,
    )
    if (made) return made
  }
  return await post<ImportJob>(path, body)
}

/** The parts of a file, starting at a part number. */
function* partsOf(file: File, firstPart: number): Generator<{ partNumber: number; part: Blob }> {
  for (let partNumber = firstPart; partNumber * partSize < file.size; partNumber++) {
    yield { partNumber, part: file.slice(partNumber * partSize, (partNumber + 1) * partSize) }
  }
}
