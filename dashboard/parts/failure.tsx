import { Alert, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiFailure } from '../api.ts'
import { useCommonTexts } from '../words/words.tsx'

const passwordWeak = 8141309

/** What went wrong, in words, with a way to go on. */
export function ErrorPanel({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { common } = useCommonTexts()
  const messageOf = useErrorMessage()
  return (
    <Alert color="red" variant="light" title={common.failed} role="alert" maw={560} mx="auto" my="xl">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{messageOf(error)}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={() => void retry()}>
            {common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** What was refused, beside what was tried: nothing while there is no error. */
export function ErrorAlert({ error }: { error: unknown }) {
  const messageOf = useErrorMessage()
  if (!error) return null
  return (
    <Alert color="red" variant="light" role="alert">
      {messageOf(error)}
    </Alert>
  )
}

/** Tells what went wrong where what was tried is no longer on the screen. */
export function useErrorNotification(): (error: unknown) => void {
  const { common } = useCommonTexts()
  const messageOf = useErrorMessage()
  return error => void notifications.show({ color: 'red', title: common.failed, message: messageOf(error) })
}

/** Says what went wrong in a sentence for the reader. */
export function useErrorMessage(): (error: unknown) => string {
  const { common } = useCommonTexts()
  return error => {
    if (!(error instanceof ApiFailure)) return common.offline
    // The server has no Spanish.
    return error.code === passwordWeak ? common.weakPassword : error.message
  }
}
