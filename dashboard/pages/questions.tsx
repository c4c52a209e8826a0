import { Button, Chip, Group, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { get, ofStore } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Question, QuestionCard } from '../questions/question-card.tsx'
import { useStore } from '../store.tsx'
import { questionTexts } from '../words/questions.ts'
import { useTexts, useWords } from '../words/words.tsx'

type Page = { result: Question[]; next: string | null }

const states = ['pending', 'published', 'rejected'] as const

/** Questions by date: what waits is answered in place, which publishes it. */
export default function Questions() {
  const texts = useTexts(questionTexts)
  const { common } = useWords()
  const [params, setParams] = useSearchParams()
  const state = states.find(one => one === params.get('state')) ?? 'pending'
  const text = params.get('text') ?? ''
  const product_id = params.get('product_id') ?? ''
  const query = useQuestions({ state, ...(text && { text }), ...(product_id && { product_id }) })
  const questions = query.data?.pages.flatMap(page => page.result) ?? []
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback((value: string) => set({ text: value }), 300)
  const set = (change: Record<string, string>) => {
    const next = { state, text, product_id, ...change }
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })
  }
  return (
    <Stack gap="lg" maw={840}>
      <PageHead title={texts.title} lead={texts.lead} />
      <SegmentedControl
        value={state}
        onChange={next => set({ state: next })}
        data={states.map(value => ({ value, label: texts.states[value] }))}
        aria-label={texts.stateLabel}
        radius="md"
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      />
      <TextInput
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
      />
      {product_id && (
        <Group>
          <Chip checked onChange={() => set({ product_id: '' })} size="sm">
            {texts.onlyProduct}: {product_id}
          </Chip>
        </Group>
      )}
      {query.isPending && [1, 2, 3].map(row => <Skeleton key={row} height={150} radius="lg" />)}
      {query.error && <Failure error={query.error} retry={query.refetch} />}
      {query.isSuccess && questions.length === 0 && (
        <Empty isQueue={state === 'pending' && text === '' && product_id === ''} />
      )}
      <Stack component="ul" gap="md" m={0} p={0}>
        {questions.map(question => (
          <QuestionCard key={`${question.id} ${question.state} ${question.reply}`} question={question} />
        ))}
      </Stack>
      {query.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {common.more}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function useQuestions(wanted: Record<string, string>) {
  const { store_id } = useStore()
  const filters = new URLSearchParams(wanted).toString()
  return useInfiniteQuery({
    queryKey: [store_id, 'questions', filters],
    queryFn: ({ pageParam }) =>
      get<Page>(ofStore(store_id, `/questions?${filters}${pageParam && `&after=${pageParam}`}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
  })
}

function Empty({ isQueue }: { isQueue: boolean }) {
  const texts = useTexts(questionTexts)
  return (
    <Stack align="center" gap="xs" py={64} ta="center">
      <Icon name={isQueue ? 'check' : 'search'} size={36} />
      <Text fw={600}>{isQueue ? texts.emptyQueueTitle : texts.emptyTitle}</Text>
      {isQueue && (
        <Text c="dimmed" maw={420}>
          {texts.emptyQueue}
        </Text>
      )}
    </Stack>
  )
}
