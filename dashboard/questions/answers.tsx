import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShownAnswer } from '../../server/api/dashboard/questions/answer-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
import { ReasonDialog } from '../parts/dialogs/reason-dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { MarkedText } from '../parts/marked-text.tsx'
import { KeepButton, Reports } from '../parts/queue/reports.tsx'
import { stateColors } from '../parts/queue/state-colors.ts'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { Author, Card, Checks, useDecisions } from './card.tsx'
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

const textIdOf = ({ id }: Answer) => `answer-${id}`

function AnswerCard({ answer, showsState }: { answer: Answer; showsState: boolean }) {
  const texts = useTexts('questions')
  return (
    <Card data-answer={answer.id}>
      <Stack gap="xs">
        {showsState && <Badge color={stateColors[answer.state]}>{texts.state[answer.state]}</Badge>}
        <Text size="sm" c="dimmed" className={classes.text}>
          {answer.question} · {answer.product_name ?? answer.product_id}
        </Text>
        <Text id={textIdOf(answer)} lang={answer.language} className={classes.text}>
          <MarkedText text={answer.body} field="body" flags={answer.flags} />
        </Text>
        <Author of={answer} />
        <Checks of={answer}>{answer.verified_purchase && <Badge color="green">{texts.bought}</Badge>}</Checks>
        <Reports of={answer} />
        <Decisions answer={answer} />
      </Stack>
    </Card>
  )
}

function Decisions({ answer }: { answer: Answer }) {
  const { id, state } = answer
  const texts = useTexts('questions')
  const { mayModerate } = useStore()
  const [isRejecting, setRejecting] = useState(false)
  const { busy, decide } = useDecisions(`/answers/${id}`)
  if (!mayModerate || !['pending', 'published', 'rejected'].includes(state)) return null
  return (
    <Group gap="sm" mt={4} role="group" aria-labelledby={textIdOf(answer)}>
      {state !== 'published' && (
        <Button loading={busy} onClick={() => void decide({ action: 'publish' })}>
          {texts.publish}
        </Button>
      )}
      <KeepButton of={answer} busy={busy} keep={() => void decide({ action: 'publish' })} />
      {state !== 'rejected' && (
        <Button variant="default" disabled={busy} onClick={() => setRejecting(true)}>
          {texts.reject}
        </Button>
      )}
      <ReasonDialog
        opened={isRejecting}
        confirmLabel={texts.reject}
        close={() => setRejecting(false)}
        choose={reason => void decide({ action: 'reject', reason })}
      />
    </Group>
  )
}
