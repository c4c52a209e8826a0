import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { useTellRefusal } from './problems.ts'
import { fileAt, type Import } from './query.ts'

/** The first rows that were refused, and the report with all of them. */
export function Refusals({ one }: { one: Import }) {
  const texts = useTexts('data')
  const tellRefusal = useTellRefusal()
  return (
    <Stack gap="sm">
      <Head one={one} />
      <ul className={classes.list}>
        {one.refusals.map(({ row, column, problem }) => (
          <li key={row} className={classes.refusal}>
            <Text size="sm" fw={600}>
              {texts.rowNumber({ row })}
            </Text>
            <Text size="sm" c="dimmed">
              {column ?? texts.wholeRow}
            </Text>
            <Text size="sm">{tellRefusal(problem)}</Text>
          </li>
        ))}
      </ul>
      {one.refused > one.refusals.length && one.refusals.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.refusedMore({ shown: one.refusals.length, all: one.refused })}
        </Text>
      )}
    </Stack>
  )
}

function Head({ one }: { one: Import }) {
  const texts = useTexts('data')
  const { store_id } = useStore()
  return (
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
        <Button component="a" variant="default" href={fileAt(store_id, `/imports/${one.id}/report`)} download>
          {texts.report}
        </Button>
      )}
    </Group>
  )
}
