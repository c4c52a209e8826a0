import { Chip, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { get, storePath } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { type Question, QuestionCard } from './question-card.tsx'

type Page = { result: Question[]; next: string | null }

const states = ['pending', 'published', 'rejected'] as const

/** Questions by date. Answering a pending question publishes it. */
export default function Questions() {
  const texts = useTexts('questions')
  const [params, setFilters] = useUrlParams<FilterName>()
  const state = states.find(name => name === params.get('state')) ?? 'pending'
  const text = params.get('text') ?? ''
  const product_id = params.get('product_id') ?? ''
  const filters = { state, text, product_id }
  const query = useQuestions({ state, ...(text && { text }), ...(product_id && { product_id }) })
  const questions = query.data?.pages.flatMap(page => page.result) ?? []
  return (
    <Stack gap="lg" maw={840}>
      <PageHeader title={texts.title} lead={texts.lead} />
      <QuestionFilters {...filters} setFilters={setFilters} />
      {query.isPending && [1, 2, 3].map(row => <Skeleton key={row} height={150} radius="lg" />)}
      {query.error && <ErrorPanel error={query.error} retry={query.refetch} />}
      {query.isSuccess && questions.length === 0 && (
        <NoQuestions isQueue={state === 'pending' && text === '' && product_id === ''} />
      )}
      <Stack component="ul" gap="md" m={0} p={0}>
        {questions.map(question => (
          <QuestionCard key={`${question.id} ${question.state} ${question.reply}`} question={question} />
        ))}
      </Stack>
      <LoadMore list={query} />
    </Stack>
  )
}

type FilterName = 'state' | 'text' | 'product_id'
type QuestionFiltersProps = Record<FilterName, string> & {
  setFilters: (change: Partial<Record<FilterName, string>>) => void
}

function QuestionFilters({ state, text, product_id, setFilters }: QuestionFiltersProps) {
  const texts = useTexts('questions')
  return (
    <>
      <SegmentedControl
        value={state}
        onChange={next => setFilters({ state: next })}
        data={states.map(value => ({ value, label: texts.states[value] }))}
        aria-label={texts.stateLabel}
        radius="md"
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <SearchField
        aria-label={texts.search}
        placeholder={texts.search}
        value={text}
        search={typed => setFilters({ text: typed })}
      />
      {product_id && (
        <Group>
          <Chip checked onChange={() => setFilters({ product_id: '' })} size="sm">
            {texts.onlyProduct}: {product_id}
          </Chip>
        </Group>
      )}
    </>
  )
}

function useQuestions(filters: Record<string, string>) {
  const { store_id } = useStore()
  const query = new URLSearchParams(filters).toString()
  return useInfiniteQuery({
    queryKey: [store_id, 'questions', query],
    queryFn: ({ pageParam }) =>
      get<Page>(storePath(store_id, `/questions?${query}${pageParam && `&after=${pageParam}`}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
  })
}

function NoQuestions({ isQueue }: { isQueue: boolean }) {
  const texts = useTexts('questions')
  return isQueue ? (
    <EmptyState icon="check" title={texts.emptyQueueTitle} lead={texts.emptyQueue} />
  ) : (
    <EmptyState icon="search" title={texts.emptyTitle} />
  )
}
