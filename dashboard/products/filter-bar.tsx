import { Group, SegmentedControl, Select, Stack } from '@mantine/core'
import { useIsWideScreen } from '../parts/layout/wide-screen.ts'
import { SearchField } from '../parts/search-field.tsx'
import { useTexts } from '../words/words.tsx'
import { type Filters, sorts, subsets, type useFilters } from './query.ts'

type Props = { filters: Filters; setFilters: ReturnType<typeof useFilters>['setFilters'] }

/** Filters, search and order of the product list. */
export function FilterBar({ filters, setFilters }: Props) {
  const texts = useTexts('products')
  const isWide = useIsWideScreen()
  return (
    <Stack gap="sm">
      <SegmentedControl
        value={filters.part}
        onChange={part => setFilters({ part: part === 'all' ? null : part })}
        data={subsets.map(value => ({ value, label: texts.parts[value] }))}
        aria-label={texts.part}
        // Four fit the width of a phone only like this.
        size={isWide ? 'sm' : 'xs'}
        radius="md"
        style={{ alignSelf: 'flex-start' }}
      />
      <Group gap="sm">
        <SearchField
          aria-label={texts.search}
          placeholder={texts.search}
          value={filters.text}
          search={text => setFilters({ text })}
          flex="1 1 220px"
        />
        {filters.part === 'all' && (
          <Select
            aria-label={texts.sort}
            data={sorts.map(value => ({ value, label: texts.sorts[value] }))}
            value={filters.sort}
            onChange={sort => setFilters({ sort: sort === 'name' ? null : sort })}
            allowDeselect={false}
            flex="1 1 220px"
            maw={{ sm: 260 }}
          />
        )}
      </Group>
    </Stack>
  )
}
