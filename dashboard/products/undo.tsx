import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useId } from 'react'
import { useErrorNotification } from '../parts/failure.tsx'
import { useCommonTexts } from '../words/words.tsx'

/** Tells what was done, with a way back where there is one. */
export function useUndo() {
  const { common } = useCommonTexts()
  const noteFailure = useErrorNotification()
  const id = useId()
  return (told: string, undo?: () => Promise<unknown>) => {
    const takeBack = async () => {
      notifications.hide(id)
      try {
        await undo?.()
      } catch (error) {
        noteFailure(error)
      }
    }
    notifications.show({
      id,
      autoClose: 8_000,
      withCloseButton: false,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{told}</Text>
          {undo && (
            <Button size="compact-sm" variant="subtle" onClick={() => void takeBack()}>
              {common.undo}
            </Button>
          )}
        </Group>
      ),
    })
  }
}
