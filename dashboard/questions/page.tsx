import { Skeleton, Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { get, storePath } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { DateFilter } from '../parts/queue/date-filter.tsx'
import { FilterToggle } from '../parts/queue/filter-toggle.tsx'
import { useFollowChanges, useStateCounts } from '../parts/queue/follow-changes.ts'
import { ProductFilter } from '../parts/queue/product-filter.tsx'
import queueClasses from '../parts/queue/queue.module.css'
import { StateTabs } from '../parts/queue/state-tabs.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { Answers, useAnswers } from './answers.tsx'
import { type Question, QuestionCard } from './question-card.tsx'

type Page = { result: Question[]; next: string | null }

const states = ['all', 'pending', 'published', 'rejected'] as const
const filterNames = ['text', 'product_id', 'from', 'to', 'unanswered', 'reported'] as const

type State = (typeof states)[number]
type Filters = Record<(typeof filterNames)[number], string>

/** Questions by date. Answering a pending question publishes it. */
export default function Questions() {
  const texts = useTexts('questions')
  const { state, filters, setFilters } = useFilters()
  const query = useQuestions(state, filters)
  const questions = query.data?.pages.flatMap(page => page.result) ?? []
  const isFiltered = Object.values(filters).some(value => value !== '')
  // That filter concerns the store's own answer, which answers have not.
  const answers = useAnswers(queryIn(state, filters), filters.unanswered === '')
  const hasAnswers = answers.data?.pages.some(({ result }) => result.length > 0)
  useFollowChanges()
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} lead={texts.lead} />
      <QuestionFilters state={state} filters={filters} setFilters={setFilters} />
      {query.isPending && [1, 2, 3].map(row => <Skeleton key={row} height={150} radius="lg" />)}
      {query.error && <ErrorPanel error={query.error} retry={query.refetch} />}
      <Answers list={answers} showsState={state === 'all'} />
      {query.isSuccess && !answers.isLoading && questions.length === 0 && !hasAnswers && (
        <NoQuestions isQueue={state === 'pending' && !isFiltered} />
      )}
      {hasAnswers && questions.length > 0 && (
        <Title order={2} size="h4" mb={-4}>
          {texts.title}
        </Title>
      )}
      <Stack component="ul" gap="md" m={0} p={0}>
        {questions.map(question => (
          <QuestionCard
            key={`${question.id} ${question.state} ${question.reply}`}
            question={question}
            showsState={state === 'all'}
          />
        ))}
      </Stack>
      <LoadMore list={query} />
    </Stack>
  )
}

/** The state and the filters, stored in the URL; pending questions by default. */
function useFilters() {
  const [params, setFilters] = useUrlParams<'state' | keyof Filters>()
  const state: State = states.find(name => name === params.get('state')) ?? 'pending'
  const filters = Object.fromEntries(filterNames.map(name => [name, params.get(name) ?? ''])) as Filters
  return { state, filters, setFilters }
}

type QuestionFiltersProps = ReturnType<typeof useFilters>

function QuestionFilters({ state, filters, setFilters }: QuestionFiltersProps) {
  const texts = useTexts('questions')
  const counts = useStateCounts('questions', queryOf(filters))
  return (
    <Stack gap="sm">
      <StateTabs
        label={texts.stateLabel}
        states={states}
        labels={texts.states}
        chosen={state}
        choose={next => setFilters({ state: next })}
        counts={counts}
      />
      <div className={queueClasses.filters}>
        <SearchField
          aria-label={texts.search}
          placeholder={texts.search}
          value={filters.text}
          search={text => setFilters({ text })}
        />
        <div className={queueClasses.more}>
          <ProductFilter
            productId={filters.product_id}
            choose={product_id => setFilters({ product_id: product_id ?? '' })}
          />
          <DateFilter from={filters.from} to={filters.to} choose={setFilters} />
          <FilterToggle
            name="unanswered"
            filters={filters}
            change={unanswered => setFilters({ unanswered })}
          />
          {/* Visitors report what is published. */}
          <FilterToggle
            name="reported"
            filters={filters}
            change={reported => setFilters({ reported, ...(reported && { state: 'published' }) })}
          />
        </div>
      </div>
    </Stack>
  )
}

function useQuestions(state: State, filters: Filters) {
  const { store_id } = useStore()
  const query = queryIn(state, filters)
  return useInfiniteQuery({
    queryKey: [store_id, 'questions', query],
    queryFn: ({ pageParam }) =>
      get<Page>(storePath(store_id, `/questions?${query}${pageParam && `&after=${pageParam}`}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
  })
}

const queryIn = (state: State, filters: Filters) => queryOf({ ...(state !== 'all' && { state }), ...filters })

function queryOf(filters: Record<string, string>): string {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString()
}

function NoQuestions({ isQueue }: { isQueue: boolean }) {
  const texts = useTexts('questions')
  return isQueue ? (
    <EmptyState icon="check" title={texts.emptyQueueTitle} lead={texts.emptyQueue} />
  ) : (
    <EmptyState icon="search" title={texts.emptyTitle} lead={texts.empty} />
  )
}
