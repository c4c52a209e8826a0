import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { post, putBytes, storePath } from '../api.ts'
import { useStore } from '../store.tsx'
import type { ImportJob, ImportKind } from './query.ts'

/** The size in bytes of each part but the last, fixed by the server. */
const partSize = 1024 * 1024

const maxAttempts = 4

/** Uploads a file in parts, starting at the next part the server expects. Retries after a lost connection. */
export function useUpload(onReady: (id: string) => void) {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<{ name: string; share: number }>()
  const [error, setError] = useState<unknown>()
  const controller = useRef(new AbortController())

  async function upload(file: File, target: ImportKind | ImportJob): Promise<void> {
    controller.current = new AbortController()
    const { signal } = controller.current
    setError(undefined)
    setProgress({ name: file.name, share: 0 })
    try {
      const importJob = typeof target === 'string' ? await createImport(store_id, target, file) : target
      const path = storePath(store_id, `/imports/${importJob.id}`)
      for (const { partNumber, part } of partsOf(file, importJob.parts)) {
        setProgress({ name: file.name, share: (partNumber * partSize) / file.size })
        await putPart(`${path}/parts/${partNumber}`, part, signal)
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

async function createImport(storeId: string, kind: ImportKind, file: File): Promise<ImportJob> {
  const body = { kind, file_name: file.name.slice(-255), size: file.size }
  return await post<ImportJob>(storePath(storeId, '/imports'), body)
}

/** The parts of a file, starting at a part number. */
function* partsOf(file: File, firstPart: number): Generator<{ partNumber: number; part: Blob }> {
  for (let partNumber = firstPart; partNumber * partSize < file.size; partNumber++) {
    yield { partNumber, part: file.slice(partNumber * partSize, (partNumber + 1) * partSize) }
  }
}

/** Sends a part in up to `maxAttempts` attempts if the connection is lost. Server errors are thrown at once. */
async function putPart(path: string, part: Blob, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await putBytes(path, part, signal)
      return
    } catch (error) {
      const isConnectionLost = error instanceof TypeError
      if (!isConnectionLost || attempt === maxAttempts || signal.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, attempt * 1_000))
    }
  }
}
