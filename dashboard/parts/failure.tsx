import { Alert, Button, Stack, Text } from '@mantine/core'
import { ApiFailure } from '../api.ts'
import { useWords } from '../words/words.tsx'

/** What went wrong, in words, with a way to go on. */
export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { common } = useWords()
  const text = error instanceof ApiFailure ? error.message : common.offline
  return (
    <Alert color="red" variant="light" title={common.failed} role="alert" maw={560} mx="auto" my="xl">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{text}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={() => void retry()}>
            {common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
