import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { fillText } from '../../../texts/sentences.ts'
import { useStore } from '../../store.tsx'
import { useLanguage, useTexts } from '../../words/words.tsx'
import classes from '../data.module.css'
import { fileUrl, type ImportJob } from '../query.ts'

/** The first rejected rows, and a link to the report that lists all of them. */
export function RejectedRows({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { refusals } = texts
  return (
    <Stack gap="sm">
      <Head importJob={importJob} />
      <ul className={classes.list}>
        {importJob.refusals.map(({ row, column, refusal }) => (
          <li key={row} className={classes.refusal}>
            <Text size="sm" fw={600}>
              {texts.rowNumber({ row })}
            </Text>
            <Text size="sm" c="dimmed">
              {column ?? texts.wholeRow}
            </Text>
            <Text size="sm">{fillText(refusals[refusal.name], refusal.values ?? {})}</Text>
          </li>
        ))}
      </ul>
      {importJob.refused > importJob.refusals.length && importJob.refusals.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.refusedMore({ shown: importJob.refusals.length, all: importJob.refused })}
        </Text>
      )}
    </Stack>
  )
}

function Head({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { language } = useLanguage()
  const { store_id } = useStore()
  return (
    <Group justify="space-between" align="flex-start">
      <div style={{ flex: 1, minWidth: 220 }}>
        <Title order={3} size="h4">
          {texts.refusedTitle}
        </Title>
        <Text size="sm" c="dimmed" mt={4} maw={560}>
          {importJob.kind === 'order' ? texts.refusedOrders : texts.refusedLead}
        </Text>
      </div>
      {importJob.refusals.length > 0 && (
        <Button
          component="a"
          variant="default"
          href={fileUrl(store_id, `/imports/${importJob.id}/report?${new URLSearchParams({ language })}`)}
          download
        >
          {texts.report}
        </Button>
      )}
    </Group>
  )
}
