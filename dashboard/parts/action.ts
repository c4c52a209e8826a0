import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useErrorNotification } from './errors.tsx'

/**
 * Runs an action, then shows `successMessage` or the error, then awaits `refresh`. `run` returns whether the action
 * succeeded.
 */
export function useAction(successMessage: string, refresh: () => Promise<unknown>) {
  const notifyError = useErrorNotification()
  const [busy, setBusy] = useState(false)
  const run = async (action: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await action()
      notifications.show({ message: successMessage })
      return true
    } catch (error) {
      notifyError(error)
      return false
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return { busy, run }
}
