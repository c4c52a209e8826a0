import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { SearchField } from '../parts/search-field.tsx'
import { useTexts } from '../words/words.tsx'
import type { useFilters } from './query.ts'

type Props = Pick<ReturnType<typeof useFilters>, 'filters' | 'setFilters'>

export function FilterBar({ filters, setFilters }: Props) {
  const texts = useTexts('orders')
  const isSearch = filters.q !== undefined
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <SearchField
          label={texts.searchLabel}
          placeholder={texts.search}
          value={filters.q ?? ''}
          search={q => setFilters({ q, id: null })}
          maxLength={320}
        />
        <SimpleGrid cols={2} spacing="sm">
          <StateSelect filters={filters} setFilters={setFilters} disabled={isSearch} />
          <TextInput
            type="date"
            label={texts.due}
            value={filters.due ?? ''}
            onChange={event => setFilters({ due: event.currentTarget.value, id: null })}
            disabled={isSearch}
          />
        </SimpleGrid>
      </SimpleGrid>
      {isSearch && (
        <Text size="xs" c="dimmed">
          {texts.searching}
        </Text>
      )}
    </Stack>
  )
}

function StateSelect({ filters, setFilters, disabled }: Props & { disabled: boolean }) {
  const texts = useTexts('orders')
  return (
    <Select
      label={texts.state}
      data={[
        { value: '', label: texts.anyState },
        ...Object.entries(texts.states).map(([value, label]) => ({ value, label })),
      ]}
      value={filters.state ?? ''}
      onChange={state => setFilters({ state, id: null })}
      allowDeselect={false}
      disabled={disabled}
    />
  )
}
