import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { post, putBytes, storePath } from '../api.ts'
import { useStore } from '../store.tsx'
import type { Import, Kind } from './query.ts'

/** Bytes of a part, as the server takes them. */
const partSize = 1024 * 1024

const triesOfPart = 4

/** Sends a file in parts, from the one that is awaited on; a lost connection is tried again. */
export function useUpload(onReady: (id: string) => void) {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const [sent, setSent] = useState<{ name: string; share: number }>()
  const [error, setError] = useState<unknown>()
  const leaving = useRef(new AbortController())

  async function sendParts(begun: Import, file: File): Promise<void> {
    const { signal } = leaving.current
    for (let number = begun.parts; number * partSize < file.size; number++) {
      setSent({ name: file.name, share: (number * partSize) / file.size })
      const part = file.slice(number * partSize, (number + 1) * partSize)
      await again(
        () => putBytes(storePath(store_id, `/imports/${begun.id}/parts/${number}`), part, signal),
        signal,
      )
    }
  }

  async function upload(file: File, to: Kind | Import): Promise<void> {
    leaving.current = new AbortController()
    setError(undefined)
    setSent({ name: file.name, share: 0 })
    try {
      const begun =
        typeof to === 'string'
          ? await post<Import>(storePath(store_id, '/imports'), {
              ...{ kind: to, file_name: file.name.slice(-255), size: file.size },
            })
          : to
      await sendParts(begun, file)
      await queries.invalidateQueries({ queryKey: [store_id, 'import', begun.id] })
      void queries.invalidateQueries({ queryKey: [store_id, 'imports'] })
      onReady(begun.id)
    } catch (caught) {
      if (!leaving.current.signal.aborted) setError(caught)
    } finally {
      setSent(undefined)
    }
  }

  return { upload, sent, error, stop: () => leaving.current.abort() }
}

/** Tries once more what a lost connection ended; what the server refuses is thrown at once. */
async function again<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await act()
    } catch (error) {
      const isLost = error instanceof TypeError
      if (!isLost || turn === triesOfPart || signal.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, turn * 1_000))
    }
  }
}
