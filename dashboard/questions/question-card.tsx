import { Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ShownQuestion } from '../../server/api/dashboard/questions/question-schemas.ts'
import { put, type Wire } from '../api.ts'
import { ReasonDialog } from '../parts/dialogs/reason-dialog.tsx'
import { AnswerDraftStatus, useAnswerDraft } from '../parts/drafts/answer-draft.tsx'
import { MarkedText } from '../parts/marked-text.tsx'
import { KeepButton, Reports } from '../parts/queue/reports.tsx'
import { stateColors } from '../parts/queue/state-colors.ts'
import { TemplateMenu } from '../parts/templates/template-menu.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { Author, Card, Checks, useDecisions } from './card.tsx'
import classes from './questions.module.css'

export type Question = Wire<ShownQuestion>

/** A question with a form for its answer. */
export function QuestionCard({ question, showsState }: { question: Question; showsState: boolean }) {
  const { mayModerate } = useStore()
  const isAnswerable = mayModerate && ['pending', 'published', 'rejected'].includes(question.state)
  return (
    <Card data-question={question.id}>
      <div className={classes.columns}>
        <QuestionText question={question} showsState={showsState} />
        {isAnswerable ? (
          <AnswerForm question={question} />
        ) : (
          question.reply && <Text className={classes.text}>{question.reply}</Text>
        )}
      </div>
    </Card>
  )
}

const textIdOf = ({ id }: Question) => `question-${id}`

function QuestionText({ question, showsState }: { question: Question; showsState: boolean }) {
  const texts = useTexts('questions')
  return (
    <Stack gap="xs">
      {showsState && <Badge color={stateColors[question.state]}>{texts.state[question.state]}</Badge>}
      <Text id={textIdOf(question)} fw={600} lang={question.language} className={classes.text}>
        <MarkedText text={question.body} field="body" flags={question.flags} />
      </Text>
      <Text size="sm" fw={500}>
        {question.product_name ?? question.product_id}
      </Text>
      <Author of={question} />
      <Checks of={question} />
      <Reports of={question} />
    </Stack>
  )
}

function AnswerForm({ question }: { question: Question }) {
  const texts = useTexts('questions')
  const { draft, save } = useAnswerDraft(`questions/${question.id}`, question.reply)
  const [isRejecting, setRejecting] = useState(false)
  const { busy, decide, answer } = useQuestionActions(question)
  const body = draft.values.reply.trim()
  const saveReply = (text: string | null) => save(text, () => answer(text))
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void saveReply(body)
      }}
    >
      {/* Its name is read when the keyboard enters it, since all cards have the same fields and buttons. */}
      <Stack gap="sm" role="group" aria-labelledby={textIdOf(question)}>
        {/* As high as the button, which appears late, or never for moderators of a store without templates. */}
        <Group justify="flex-end" mih={26} mb={-36} style={{ zIndex: 1 }}>
          <TemplateMenu
            about={question}
            typed={draft.values.reply}
            change={value => draft.change({ reply: value })}
          />
        </Group>
        <AnswerField
          isPending={question.state === 'pending'}
          value={draft.values.reply}
          change={value => draft.change({ reply: value })}
        />
        <Group gap="sm">
          <AnswerButtons question={question} body={body} busy={busy} withdraw={() => void saveReply(null)} />
          <Group gap="sm">
            <KeepButton of={question} busy={busy} keep={() => void decide({ action: 'publish' })} />
            <DecisionButton
              question={question}
              busy={busy}
              publish={() => void decide({ action: 'publish' })}
              reject={() => setRejecting(true)}
            />
          </Group>
        </Group>
        {!busy && <AnswerDraftStatus draft={draft} saved={question.reply} />}
      </Stack>
      <ReasonDialog
        opened={isRejecting}
        confirmLabel={texts.reject}
        close={() => setRejecting(false)}
        choose={reason => void decide({ action: 'reject', reason })}
      />
    </form>
  )
}

type AnswerFieldProps = { isPending: boolean; value: string; change: (value: string) => void }

function AnswerField({ isPending, value, change }: AnswerFieldProps) {
  const texts = useTexts('questions')
  return (
    <Textarea
      label={texts.answer}
      placeholder={texts.placeholder}
      description={isPending ? texts.told : undefined}
      autosize
      minRows={2}
      maxRows={12}
      maxLength={5000}
      value={value}
      onChange={event => change(event.currentTarget.value)}
    />
  )
}

function useQuestionActions({ id }: Question) {
  const { busy, run, path, decide } = useDecisions(`/questions/${id}`)
  return { busy, decide, answer: (text: string | null) => run(() => put(`${path}/reply`, { body: text })) }
}

type AnswerProps = { question: Question; body: string; busy: boolean; withdraw: () => void }

function AnswerButtons({ question: { state, reply }, body, busy, withdraw }: AnswerProps) {
  const texts = useTexts('questions')
  const isPending = state === 'pending'
  return (
    <>
      <Button
        type="submit"
        variant={isPending ? 'filled' : 'light'}
        loading={busy}
        disabled={body === '' || body === reply}
      >
        {isPending ? texts.publishAnswer : texts.saveAnswer}
      </Button>
      {reply && (
        <Button variant="subtle" color="gray" disabled={busy} onClick={withdraw}>
          {texts.withdraw}
        </Button>
      )}
    </>
  )
}

type DecisionProps = { question: Question; busy: boolean; publish: () => void; reject: () => void }

function DecisionButton({ question, busy, publish, reject }: DecisionProps) {
  const texts = useTexts('questions')
  const isRejected = question.state === 'rejected'
  return (
    <Button variant="default" disabled={busy} onClick={isRejected ? publish : reject}>
      {isRejected ? texts.publish : texts.reject}
    </Button>
  )
}
