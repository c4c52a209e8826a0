import { forms } from 'texts:languages'
import { Button, Checkbox, Popover, Select, Stack } from '@mantine/core'
import { nativeNames } from '../../texts/names.ts'
import { DateFilter } from '../parts/queue/date-filter.tsx'
import { FilterToggle } from '../parts/queue/filter-toggle.tsx'
import { ProductFilter } from '../parts/queue/product-filter.tsx'
import queueClasses from '../parts/queue/queue.module.css'
import { StateTabs } from '../parts/queue/state-tabs.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { useTexts } from '../words/words.tsx'
import { filterNames, type useFilters } from './query.ts'
import type { useQueue } from './queue.ts'

const states = ['all', 'pending', 'published', 'rejected', 'removed'] as const

type Props = Pick<ReturnType<typeof useFilters>, 'filters' | 'setFilters'>

export function FilterBar({
  filters,
  setFilters,
  counts,
}: Props & Pick<ReturnType<typeof useQueue>, 'counts'>) {
  const texts = useTexts('reviews')
  const { state, text = '', product_id = '', from = '', to = '' } = filters
  return (
    <Stack gap="sm">
      <StateTabs
        label={texts.stateLabel}
        states={states}
        labels={texts.states}
        chosen={states.find(name => name === state) ?? 'pending'}
        choose={next => setFilters({ state: next === 'pending' ? null : next, id: null })}
        counts={counts}
      />
      <div className={queueClasses.filters}>
        <SearchField
          aria-label={texts.search}
          placeholder={texts.search}
          value={text}
          search={typed => setFilters({ text: typed, id: null })}
        />
        <div className={queueClasses.more}>
          <ProductFilter
            productId={product_id}
            choose={id => setFilters({ product_id: id, subject: null, id: null })}
          />
          <DateFilter from={from} to={to} choose={dates => setFilters({ ...dates, id: null })} />
          <FilterToggle
            name="unanswered"
            filters={filters}
            change={unanswered => setFilters({ unanswered: unanswered || null, id: null })}
          />
          <FilterMenu filters={filters} setFilters={setFilters} />
        </div>
      </div>
    </Stack>
  )
}

const ownControls = ['state', 'text', 'product_id', 'from', 'to', 'unanswered']
const menuFilters = filterNames.filter(name => !ownControls.includes(name))

/** The less common filters, with the number of active ones on the button. */
function FilterMenu({ filters, setFilters }: Props) {
  const texts = useTexts('reviews')
  const extraFilters = menuFilters.filter(name => filters[name] !== undefined)
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

const writtenIn = Object.entries(nativeNames(forms)).map(([value, label]) => ({ value, label }))

function MoreFilters({ filters, setFilters }: Props) {
  const texts = useTexts('reviews')
  const { reported } = useTexts('queue')
  const marks = { flagged: texts.flagged, reported, pictures: texts.pictures }
  const cleared = Object.fromEntries(filterNames.filter(name => name !== 'state').map(name => [name, null]))
  return (
    <Stack gap="sm">
      {(['flagged', 'reported', 'pictures'] as const).map(name => (
        <Checkbox
          key={name}
          label={marks[name]}
          checked={filters[name] === '1'}
          onChange={event => setFilters({ [name]: event.currentTarget.checked ? '1' : null })}
        />
      ))}
      {filters.state === 'published' && <StarsFilter filters={filters} setFilters={setFilters} />}
      <SubjectFilter filters={filters} setFilters={setFilters} />
      <Select
        label={texts.language}
        placeholder={texts.anyLanguage}
        searchable
        data={writtenIn}
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

function SubjectFilter({ filters, setFilters }: Props) {
  const texts = useTexts('reviews')
  return (
    <Select
      label={texts.subject}
      placeholder={texts.anySubject}
      data={(['product', 'store'] as const).map(value => ({ value, label: texts.subjects[value] }))}
      value={filters.subject ?? null}
      // The store itself is no product.
      onChange={subject => setFilters({ subject, ...(subject === 'store' && { product_id: null }) })}
      clearable
      comboboxProps={{ withinPortal: false }}
    />
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
