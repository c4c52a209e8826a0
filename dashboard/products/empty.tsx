import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { productTexts } from '../words/products.ts'
import { useTexts } from '../words/words.tsx'
import classes from './products.module.css'
import type { Filters } from './query.ts'

/** Why nothing is listed, and what to do about it. */
export function Empty({
  filters,
  clear,
  add,
}: {
  filters: Filters
  clear: () => void
  add: (() => void) | undefined
}) {
  const texts = useTexts(productTexts)
  const { store_id } = useStore()
  const why = filters.text
    ? { icon: 'search', title: texts.nothingTitle, lead: texts.nothing }
    : {
        all: { icon: 'products', title: texts.emptyTitle, lead: texts.empty },
        without_reviews: { icon: 'check', title: texts.withoutTitle, lead: texts.without },
        grouped: { icon: 'group', title: texts.groupedTitle, lead: texts.grouped },
      }[filters.part]
  const isFirst = !filters.text && filters.part === 'all'
  return (
    <Stack align="center" gap="xs" py={64} ta="center">
      <span className={classes.drawing}>
        <Icon name={why.icon as 'search'} size={40} />
      </span>
      <Text fw={600} size="lg">
        {why.title}
      </Text>
      <Text c="dimmed" maw={480}>
        {why.lead}
      </Text>
      <Group mt="sm" justify="center">
        {isFirst ? (
          <>
            {add && <Button onClick={add}>{texts.add}</Button>}
            <Button variant="default" component={Link} to={`/${store_id}/settings?tab=connection`}>
              {texts.emptyKeys}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={clear}>
            {texts.clear}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
