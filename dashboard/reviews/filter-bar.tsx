import { Button, Checkbox, Chip, Group, Popover, SegmentedControl, Select, Stack } from '@mantine/core'
import { SearchField } from '../parts/search-field.tsx'
import { languages } from '../words/languages.ts'
import { useTexts } from '../words/words.tsx'
import { filterNames, type useFilters } from './query.ts'

const states = ['pending', 'published', 'rejected', 'removed'] as const

type Props = Pick<ReturnType<typeof useFilters>, 'filters' | 'setFilters'>

export function FilterBar({ filters, setFilters }: Props) {
  const texts = useTexts('reviews')
  return (
    <Stack gap="sm">
      <SegmentedControl
        value={filters.state}
        onChange={state => setFilters({ state: state === 'pending' ? null : state, id: null })}
        data={states.map(value => ({ value, label: texts.states[value] }))}
        aria-label={texts.stateLabel}
        radius="md"
        style={{ maxWidth: '100%', overflowX: 'auto', alignSelf: 'flex-start' }}
      />
      <Group gap="sm" wrap="nowrap">
        <SearchField
          aria-label={texts.search}
          placeholder={texts.search}
          value={filters.text ?? ''}
          search={text => setFilters({ text, id: null })}
          flex={1}
        />
        <FilterMenu filters={filters} setFilters={setFilters} />
      </Group>
      {filters.product_id && (
        <Group>
          <Chip checked onChange={() => setFilters({ product_id: null })} size="sm">
            {texts.onlyProduct}: {filters.product_id}
          </Chip>
        </Group>
      )}
    </Stack>
  )
}

/** The less common filters, with the number of active ones on the button. */
function FilterMenu({ filters, setFilters }: Props) {
  const texts = useTexts('reviews')
  const extraFilters = filterNames.filter(
    name => !['state', 'text'].includes(name) && filters[name] !== undefined,
  )
  return (
    <Popover position="bottom-end" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default">
          {texts.filters}
          {extraFilters.length > 0 && ` (${extraFilters.length})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <MoreFilters filters={filters} setFilters={setFilters} />
      </Popover.Dropdown>
    </Popover>
  )
}

function MoreFilters({ filters, setFilters }: Props) {
  const texts = useTexts('reviews')
  const cleared = Object.fromEntries(filterNames.filter(name => name !== 'state').map(name => [name, null]))
  return (
    <Stack gap="sm">
      {(['flagged', 'reported', 'pictures'] as const).map(name => (
        <Checkbox
          key={name}
          label={texts[name]}
          checked={filters[name] === '1'}
          onChange={event => setFilters({ [name]: event.currentTarget.checked ? '1' : null })}
        />
      ))}
      {filters.state === 'published' && <StarsFilter filters={filters} setFilters={setFilters} />}
      <Select
        label={texts.language}
        placeholder={texts.anyLanguage}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        value={filters.language ?? null}
        onChange={language => setFilters({ language })}
        clearable
        comboboxProps={{ withinPortal: false }}
      />
      <SortSelect filters={filters} setFilters={setFilters} />
      <Button variant="subtle" color="gray" onClick={() => setFilters(cleared)}>
        {texts.clear}
      </Button>
    </Stack>
  )
}

function StarsFilter({ filters, setFilters }: Props) {
  const texts = useTexts('reviews')
  return (
    <Select
      label={texts.stars}
      placeholder={texts.anyStars}
      data={['5', '4', '3', '2', '1'].map(value => ({
        value,
        label: texts.starsOf({ rating: Number(value) }),
      }))}
      value={filters.rating ?? null}
      onChange={rating => setFilters({ rating })}
      clearable
      comboboxProps={{ withinPortal: false }}
    />
  )
}

function SortSelect({ filters, setFilters }: Props) {
  const texts = useTexts('reviews')
  return (
    <Select
      data={[
        { value: '', label: texts.newest },
        { value: '1', label: texts.oldest },
      ]}
      value={filters.oldest ?? ''}
      onChange={oldest => setFilters({ oldest })}
      allowDeselect={false}
      aria-label={texts.oldest}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
