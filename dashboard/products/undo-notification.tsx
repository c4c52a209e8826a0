import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useId } from 'react'
import { useErrorNotification } from '../parts/errors.tsx'
import { useCommonTexts } from '../words/words.tsx'

/** Shows a notification for a finished action, with an undo button if `undo` is given. */
export function useUndoNotification() {
  const { common } = useCommonTexts()
  const notifyError = useErrorNotification()
  const id = useId()
  return (message: string, undo?: () => Promise<unknown>) => {
    const runUndo = async () => {
      notifications.hide(id)
      try {
        await undo?.()
      } catch (error) {
        notifyError(error)
      }
    }
    notifications.show({
      id,
      autoClose: 8_000,
      withCloseButton: false,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{message}</Text>
          {undo && (
            <Button size="compact-sm" variant="subtle" onClick={() => void runUndo()}>
              {common.undo}
            </Button>
          )}
        </Group>
      ),
    })
  }
}
