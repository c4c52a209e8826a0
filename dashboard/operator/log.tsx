import { Paper, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { useTexts } from '../words/words.tsx'
import { LogList } from './log-list.tsx'
import { getLog } from './query.ts'

/** What operators changed, newest first. */
export function OperatorLog() {
  const texts = useTexts('operator').log
  const list = useInfiniteQuery({
    queryKey: ['operator', 'log'],
    queryFn: ({ pageParam }) => getLog(new URLSearchParams(pageParam ? { before: pageParam } : {})),
    initialPageParam: '',
    getNextPageParam: page => page.next ?? undefined,
  })
  const { data, error, refetch } = list
  const operations = data?.pages.flatMap(page => page.data) ?? []
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} lead={texts.lead} hidesTimeZone />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={320} radius="lg" />}
      {data && operations.length === 0 && (
        <EmptyState icon="file" title={texts.empty} lead={texts.emptyLead} />
      )}
      {operations.length > 0 && (
        <Paper withBorder radius="lg" px="lg" py="xs">
          <LogList operations={operations} />
        </Paper>
      )}
      <LoadMore list={list} />
    </Stack>
  )
}
