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

  async function sendParts(importJob: ImportJob, file: File): Promise<void> {
    const { signal } = controller.current
    for (let partNumber = importJob.parts; partNumber * partSize < file.size; partNumber++) {
      setProgress({ name: file.name, share: (partNumber * partSize) / file.size })
      const part = file.slice(partNumber * partSize, (partNumber + 1) * partSize)
      await withRetries(
        () => putBytes(storePath(store_id, `/imports/${importJob.id}/parts/${partNumber}`), part, signal),
        signal,
      )
    }
  }

  async function upload(file: File, target: ImportKind | ImportJob): Promise<void> {
    controller.current = new AbortController()
    setError(undefined)
    setProgress({ name: file.name, share: 0 })
    try {
      const importJob =
        typeof target === 'string'
          ? await post<ImportJob>(storePath(store_id, '/imports'), {
              ...{ kind: target, file_name: file.name.slice(-255), size: file.size },
            })
          : target
      await sendParts(importJob, file)
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

/** Retries a request whose connection was lost, up to `maxAttempts` times. Server errors are thrown at once. */
async function withRetries<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      const isConnectionLost = error instanceof TypeError
      if (!isConnectionLost || attempt === maxAttempts || signal.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, attempt * 1_000))
    }
  }
}
