import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useStore } from '../store.tsx'
import { dataTexts } from '../words/data.ts'
import { tellRefusal } from '../words/refusals.ts'
import { useFormats, useSpeech, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { fileAt, type Import } from './query.ts'

/** The first rows that were refused, and the report with all of them. */
export function Refusals({ one }: { one: Import }) {
  const texts = useTexts(dataTexts)
  const { language } = useSpeech()
  const { number } = useFormats()
  const { store_id } = useStore()
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <div style={{ flex: 1, minWidth: 220 }}>
          <Title order={3} size="h4">
            {texts.refusedTitle}
          </Title>
          <Text size="sm" c="dimmed" mt={4} maw={560}>
            {texts.refusedLead}
          </Text>
        </div>
        {one.refusals.length > 0 && (
          <Button
            component="a"
            variant="default"
            href={fileAt(store_id, `/imports/${one.id}/report`)}
            download
          >
            {texts.report}
          </Button>
        )}
      </Group>
      <ul className={classes.list}>
        {one.refusals.map(({ row, column, problem }) => (
          <li key={row} className={classes.refusal}>
            <Text size="sm" fw={600}>
              {texts.rowNumber(number(row))}
            </Text>
            <Text size="sm" c="dimmed">
              {column ?? texts.wholeRow}
            </Text>
            <Text size="sm">{tellRefusal(problem, language)}</Text>
          </li>
        ))}
      </ul>
      {one.refused > one.refusals.length && one.refusals.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.refusedMore(number(one.refusals.length), number(one.refused))}
        </Text>
      )}
    </Stack>
  )
}
