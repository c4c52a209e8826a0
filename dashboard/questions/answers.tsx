import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShownAnswer } from '../../server/api/dashboard/questions/answer-schemas.ts'
import { get, post, storePath, type Wire } from '../api.ts'
import { useAction } from '../parts/action.ts'
import { ReasonDialog } from '../parts/dialogs/reason-dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { MarkedText } from '../parts/marked-text.tsx'
import { stateColors } from '../parts/queue/state-colors.ts'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './questions.module.css'

type Answer = Wire<ShownAnswer>

type Page = { result: Answer[]; next: string | null }

/** The answers of shoppers to questions, with the filters of the questions. */
export function useAnswers(query: string, enabled: boolean) {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'answers', query],
    queryFn: ({ pageParam }) =>
      get<Page>(storePath(store_id, `/answers?${query}${pageParam && `&after=${pageParam}`}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next ?? undefined,
    enabled,
  })
}

type Props = { list: ReturnType<typeof useAnswers>; showsState: boolean }

/** Cards of shoppers' answers; nothing without any. */
export function Answers({ list, showsState }: Props) {
  const texts = useTexts('questions')
  const answers = list.data?.pages.flatMap(page => page.result) ?? []
  if (list.error) return <ErrorPanel error={list.error} retry={list.refetch} />
  if (answers.length === 0) return null
  return (
    <Stack component="section" gap="md" aria-label={texts.answers}>
      <Title order={2} size="h4">
        {texts.answers}
      </Title>
      <Stack component="ul" gap="md" m={0} p={0}>
        {answers.map(answer => (
          <AnswerCard key={`${answer.id} ${answer.state}`} answer={answer} showsState={showsState} />
        ))}
      </Stack>
      <LoadMore list={list} />
    </Stack>
  )
}

function AnswerCard({ answer, showsState }: { answer: Answer; showsState: boolean }) {
  const texts = useTexts('questions')
  const { checks } = useTexts('moderation')
  const { instant } = useFormats()
  const found = [...new Set(answer.flags.map(({ check }) => check))]
  return (
    <Paper
      component="li"
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      style={{ listStyle: 'none' }}
      data-answer={answer.id}
    >
      <Stack gap="xs">
        {showsState && <Badge color={stateColors[answer.state]}>{texts.state[answer.state]}</Badge>}
        <Text size="sm" c="dimmed" className={classes.text}>
          {answer.question} · {answer.product_name ?? answer.product_id}
        </Text>
        <Text lang={answer.language} className={classes.text}>
          <MarkedText text={answer.body} field="body" flags={answer.flags} />
        </Text>
        <Text size="sm" c="dimmed">
          {answer.display_name.trim() || texts.anonymous} · {answer.email ?? texts.noEmail} ·{' '}
          {instant(answer.created_at)}
        </Text>
        {(answer.verified_purchase || found.length > 0) && (
          <Group gap={6}>
            {answer.verified_purchase && <Badge color="green">{texts.bought}</Badge>}
            {found.map(check => (
              <Badge key={check} color="yellow">
                {checks[check]}
              </Badge>
            ))}
          </Group>
        )}
        <Decisions answer={answer} />
      </Stack>
    </Paper>
  )
}

function Decisions({ answer: { id, state } }: { answer: Answer }) {
  const texts = useTexts('questions')
  const { store_id, mayModerate } = useStore()
  const queryClient = useQueryClient()
  const [isRejecting, setRejecting] = useState(false)
  const { busy, run } = useAction(texts.saved, () => queryClient.invalidateQueries({ queryKey: [store_id] }))
  const decide = (decision: { action: string; reason?: string }) =>
    void run(() => post(storePath(store_id, `/answers/${id}/decision`), decision))
  if (!mayModerate || !['pending', 'published', 'rejected'].includes(state)) return null
  return (
    <Group gap="sm" mt={4}>
      {state !== 'published' && (
        <Button loading={busy} onClick={() => decide({ action: 'publish' })}>
          {texts.publish}
        </Button>
      )}
      {state !== 'rejected' && (
        <Button variant="default" disabled={busy} onClick={() => setRejecting(true)}>
          {texts.reject}
        </Button>
      )}
      <ReasonDialog
        opened={isRejecting}
        confirmLabel={texts.reject}
        close={() => setRejecting(false)}
        choose={reason => decide({ action: 'reject', reason })}
      />
    </Group>
  )
}
