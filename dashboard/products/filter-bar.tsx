import { Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { productTexts } from '../words/products.ts'
import { useTexts } from '../words/words.tsx'
import { type Filters, parts, sorts, type useFilters } from './query.ts'

/** Which products are listed, and in which order. */
export function FilterBar({ filters, set }: { filters: Filters; set: ReturnType<typeof useFilters>['set'] }) {
  const texts = useTexts(productTexts)
  const [text, setText] = useState(filters.text)
  const search = useDebouncedCallback((value: string) => set({ text: value.trim() }), 300)
  return (
    <Stack gap="sm">
      <SegmentedControl
        value={filters.part}
        onChange={part => set({ part: part === 'all' ? null : part })}
        data={parts.map(value => ({ value, label: texts.parts[value] }))}
        aria-label={texts.part}
        radius="md"
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <Group gap="sm">
        <TextInput
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<Icon name="search" size={16} />}
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            search(event.currentTarget.value)
          }}
          maxLength={200}
          flex="1 1 220px"
        />
        {filters.part === 'all' && (
          <Select
            aria-label={texts.sort}
            data={sorts.map(value => ({ value, label: texts.sorts[value] }))}
            value={filters.sort}
            onChange={sort => set({ sort: sort === 'name' ? null : sort })}
            allowDeselect={false}
            flex="1 1 220px"
            maw={{ sm: 260 }}
          />
        )}
      </Group>
    </Stack>
  )
}
