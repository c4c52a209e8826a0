import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { IconName } from '../parts/icon.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import type { Filters } from './query.ts'

/** Explains an empty list, with actions for each cause. */
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
  const reason: { icon: IconName; title: string; lead: string } = filters.text
    ? { icon: 'search', title: texts.nothingTitle, lead: texts.nothing }
    : {
        all: { icon: 'products', title: texts.emptyTitle, lead: texts.empty } as const,
        without_reviews: { icon: 'check', title: texts.withoutTitle, lead: texts.without } as const,
        grouped: { icon: 'group', title: texts.groupedTitle, lead: texts.grouped } as const,
        not_asked: { icon: 'check', title: texts.notAskedTitle, lead: texts.notAsked } as const,
      }[filters.part]
  const isCatalogueEmpty = !filters.text && filters.part === 'all'
  return (
    <EmptyState icon={reason.icon} title={reason.title} lead={reason.lead}>
      {isCatalogueEmpty ? (
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
