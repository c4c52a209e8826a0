import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '../parts/empty.tsx'
import type { IconName } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import type { Filters } from './query.ts'

/** Why nothing is listed, and what to do about it. */
export function NoProducts({
  filters,
  clear,
  add,
}: {
  filters: Filters
  clear: () => void
  add: (() => void) | undefined
}) {
  const texts = useTexts('products')
  const { store_id } = useStore()
  const why: { icon: IconName; title: string; lead: string } = filters.text
    ? { icon: 'search', title: texts.nothingTitle, lead: texts.nothing }
    : {
        all: { icon: 'products', title: texts.emptyTitle, lead: texts.empty } as const,
        without_reviews: { icon: 'check', title: texts.withoutTitle, lead: texts.without } as const,
        grouped: { icon: 'group', title: texts.groupedTitle, lead: texts.grouped } as const,
      }[filters.part]
  const isFirst = !filters.text && filters.part === 'all'
  return (
    <EmptyState icon={why.icon} title={why.title} lead={why.lead}>
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
    </EmptyState>
  )
}
