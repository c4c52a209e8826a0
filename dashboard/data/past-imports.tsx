import { Anchor, Badge, Group, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../parts/empty.tsx'
import { ErrorPanel } from '../parts/failure.tsx'
import { LoadMore } from '../parts/more.tsx'
import { Section } from '../parts/section.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { type Listed, useImports, usePlace } from './query.ts'

/** What was imported before, by whom, and what is still open. */
export function PastImports() {
  const texts = useTexts('data')
  const { id } = usePlace()
  const list = useImports()
  const { data, error, refetch } = list
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={160} radius="lg" />
  const past = data.pages.flatMap(({ result }) => result).filter(one => one.id !== id)
  if (past.length === 0) {
    return id ? null : <EmptyState icon="file" title={texts.pastEmptyTitle} lead={texts.pastEmpty} />
  }
  return (
    <Section title={texts.past}>
      <ul className={classes.list}>
        {past.map(one => (
          <Past key={one.id} one={one} />
        ))}
      </ul>
      <LoadMore list={list} />
    </Section>
  )
}

export const colors = {
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
  running: 'blue',
  trying: 'blue',
} as Record<string, string>

function Past({ one }: { one: Listed }) {
  const texts = useTexts('data')
  const { instant } = useFormats()
  const hasCounts = one.kind !== 'archive' && ['done', 'cancelled'].includes(one.state) && one.rows_done > 0
  return (
    <li className={classes.row}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Anchor component={Link} to={`?id=${one.id}`} className={classes.open}>
            {one.file_name || texts.unnamed}
          </Anchor>
          <Text size="sm" c="dimmed">
            {texts.kinds[one.kind]} · {[one.who, instant(one.created_at)].filter(Boolean).join(', ')}
          </Text>
          {hasCounts && (
            <Text size="sm" c="dimmed">
              {texts.counts({
                imported: one.imported,
                skipped: one.skipped,
                refused: one.refused,
              })}
            </Text>
          )}
        </div>
        <Badge variant="light" color={colors[one.state] ?? 'yellow'} style={{ flexShrink: 0 }}>
          {texts.states[one.state]}
        </Badge>
      </Group>
    </li>
  )
}
