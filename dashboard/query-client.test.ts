import { InfiniteQueryObserver, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

afterEach(() => queryClient.clear())

/** A fetch whose answers the test gives, in any order. */
function openFetches() {
  const answers: ((value: string) => void)[] = []
  return { answers, queryFn: () => new Promise<string>(resolve => answers.push(resolve)) }
}

const dataOf = (queryKey: QueryKey) => () => queryClient.getQueryData(queryKey)

test('reads a list again that was being read for the first time when it changed', async () => {
  const { answers, queryFn } = openFetches()
  const queryKey = ['store', 'exports']
  const list = { initialPageParam: '', getNextPageParam: () => undefined }
  const unsubscribe = new InfiniteQueryObserver(queryClient, { queryKey, queryFn, ...list }).subscribe(
    () => {},
  )
  const invalidated = queryClient.invalidateQueries({ queryKey: ['store'] })
  expect(answers.length).toBe(2)
  answers[1]?.('after')
  answers[0]?.('before')
  await invalidated
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ pages: ['after'] })
  unsubscribe()
})

test('gives those who wait for the earlier fetch the result of the later one', async () => {
  const { answers, queryFn } = openFetches()
  const options = { queryKey: ['session'], queryFn }
  const unsubscribe = new QueryObserver(queryClient, options).subscribe(() => {})
  const awaited = queryClient.fetchQuery(options)
  void queryClient.invalidateQueries({ queryKey: ['session'] })
  answers[0]?.('before')
  answers[1]?.('after')
  expect(await awaited).toBe('after')
  unsubscribe()
})

test('leaves other first fetches and those that no component reads alone', async () => {
  const { answers, queryFn } = openFetches()
  const unsubscribe = new QueryObserver(queryClient, { queryKey: ['other'], queryFn }).subscribe(() => {})
  void queryClient.prefetchQuery({ queryKey: ['session'], queryFn })
  void queryClient.invalidateQueries({ queryKey: ['session'] })
  void queryClient.invalidateQueries({ predicate: () => false })
  expect(answers.length).toBe(2)
  for (const answer of answers) answer('read once')
  await expect.poll(dataOf(['other'])).toBe('read once')
  await expect.poll(dataOf(['session'])).toBe('read once')
  unsubscribe()
})

test('an answer under way does not replace what was set since', async () => {
  const { answers, queryFn } = openFetches()
  const queryKey = ['settings']
  queryClient.setQueryData(queryKey, 'before')
  const read = queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 })
  queryClient.setQueryData(queryKey, 'saved')
  answers[0]?.('older')
  expect(await read).toBe('saved')
  expect(queryClient.getQueryState(queryKey)).toMatchObject(saved)
})

test('what is set ends a first read, too', async () => {
  const { answers, queryFn } = openFetches()
  const queryKey = ['first']
  const read = queryClient.fetchQuery({ queryKey, queryFn })
  queryClient.setQueryData(queryKey, 'saved')
  answers[0]?.('older')
  expect(await read).toBe('saved')
  expect(queryClient.getQueryState(queryKey)).toMatchObject(saved)
})

const saved = { data: 'saved', fetchStatus: 'idle', error: null }
