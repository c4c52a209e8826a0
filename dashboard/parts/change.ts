import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useFailureNote } from './failure.tsx'

/** Makes one change and tells `done`, or why not; then `refresh` reads anew. Answers whether it was made. */
export function useChange(done: string, refresh: () => Promise<unknown>) {
  const noteFailure = useFailureNote()
  const [busy, setBusy] = useState(false)
  const run = async (change: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await change()
      notifications.show({ message: done })
      return true
    } catch (error) {
      noteFailure(error)
      return false
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return { busy, run }
}
