import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../parts/failure.tsx'
import { useTexts } from '../words/words.tsx'
import { type Import, useActOnImport } from './query.ts'
import { useSizes } from './sizes.ts'

/** How far a trial or an import is. */
export function Working({ one }: { one: Import }) {
  const texts = useTexts('data')
  const { percent } = useSizes()
  const act = useActOnImport(one.id)
  const share = one.whole > 0 ? one.done / one.whole : 0
  const lead = one.state === 'trying' ? texts.trying : texts.running
  return (
    <Stack gap="sm" py="lg">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {one.file_name || texts.unnamed}
      </Text>
      <Progress value={share * 100} size="lg" animated aria-label={lead} />
      <ErrorAlert error={act.error} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {lead} · {texts.percent({ value: percent(share) })}
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={act.isPending}
          onClick={() => act.mutate({ act: 'cancel' })}
        >
          {texts.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
