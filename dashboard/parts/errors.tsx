import { Alert, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiFailure } from '../api.ts'
import { useCommonTexts } from '../words/words.tsx'

/** An error in place of content, with a button to retry. */
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

/** An error next to the action that caused it. Renders nothing without an error. */
export function ErrorAlert({ error }: { error: unknown }) {
  const messageOf = useErrorMessage()
  if (!error) return null
  return (
    <Alert color="red" variant="light" role="alert">
      {messageOf(error)}
    </Alert>
  )
}

/** Shows an error as a notification, for actions whose button is no longer on the screen. */
export function useErrorNotification(): (error: unknown) => void {
  const { common } = useCommonTexts()
  const messageOf = useErrorMessage()
  return error => void notifications.show({ color: 'red', title: common.failed, message: messageOf(error) })
}

/** Turns an error into a sentence in the reader's language. */
export function useErrorMessage(): (error: unknown) => string {
  const { common } = useCommonTexts()
  return error => {
    if (!(error instanceof ApiFailure)) return common.offline
    if (!error.isForeign) return error.message
    if (error.status === 413) return common.proxyLimit
    return error.isPassing ? common.unavailable : common.unexpected
  }
}
