import { Alert, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiFailure } from '../api.ts'
import { useWords } from '../words/words.tsx'

const passwordWeak = 8141309

/** What went wrong, in words, with a way to go on. */
export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { common } = useWords()
  const tell = useFailureText()
  return (
    <Alert color="red" variant="light" title={common.failed} role="alert" maw={560} mx="auto" my="xl">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{tell(error)}</Text>
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
export function Refusal({ error }: { error: unknown }) {
  const tell = useFailureText()
  if (!error) return null
  return (
    <Alert color="red" variant="light" role="alert">
      {tell(error)}
    </Alert>
  )
}

/** Tells what went wrong where what was tried is no longer on the screen. */
export function useFailureNote(): (error: unknown) => void {
  const { common } = useWords()
  const tell = useFailureText()
  return error => void notifications.show({ color: 'red', title: common.failed, message: tell(error) })
}

/** Says what went wrong in a sentence for the reader. */
export function useFailureText(): (error: unknown) => string {
  const { common } = useWords()
  return error => {
    if (!(error instanceof ApiFailure)) return common.offline
    // The server has no Spanish.
    return error.code === passwordWeak ? common.weakPassword : error.message
  }
}
