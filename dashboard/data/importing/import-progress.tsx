import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { ErrorAlert } from '../../parts/errors.tsx'
import { useSizes } from '../../parts/sizes.ts'
import { useTexts } from '../../words/words.tsx'
import { type ImportJob, useImportAction } from '../query.ts'

/** The progress of a running trial or import. */
export function ImportProgress({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { percent } = useSizes()
  const action = useImportAction(importJob.id)
  const share = importJob.whole > 0 ? importJob.done / importJob.whole : 0
  const isUndoing = importJob.state === 'undoing'
  const label = isUndoing ? texts.undoing : importJob.state === 'trying' ? texts.trying : texts.running
  return (
    <Stack gap="sm" py="lg">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {importJob.file_name || texts.unnamed}
      </Text>
      <Progress value={share * 100} size="lg" animated aria-label={label} />
      <ErrorAlert error={action.error} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {label} · {texts.percent({ value: percent(share) })}
        </Text>
        {!isUndoing && (
          <Button
            variant="default"
            size="xs"
            loading={action.isPending}
            onClick={() => action.mutate({ action: 'cancel' })}
          >
            {texts.cancel}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
