import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useAction } from '../parts/action.ts'
import { AnswerDraftStatus, useAnswerDraft } from '../parts/drafts/answer-draft.tsx'
import { TemplateMenu } from '../parts/templates/template-menu.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { type Review, replyDraft, useReviewMutations } from './query.ts'

/** The store's public reply, which moderators can save and withdraw. Viewers can only read it. */
export function ReplyForm({ review }: { review: Review }) {
  const texts = useTexts('reviews')
  const { mayModerate } = useStore()
  return mayModerate ? (
    <Form review={review} />
  ) : (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {texts.replyTitle}
      </Text>
      <Text size="sm">{review.reply}</Text>
    </Stack>
  )
}

function Form({ review }: { review: Review }) {
  const texts = useTexts('reviews')
  const { draft, save } = useAnswerDraft(replyDraft(review.id), review.reply)
  const mutations = useReviewMutations()
  const { busy, run } = useAction(texts.replied, mutations.refresh)
  const reply = draft.values.reply
  const replyWith = (text: string | null) =>
    void save(text, () => run(() => mutations.reply(review.id, text)))
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        replyWith(reply.trim())
      }}
    >
      <Stack gap="xs">
        {/* As high as the button, which appears late, or never for moderators of a store without templates. */}
        <Group justify="flex-end" mih={26} mb={-28} style={{ zIndex: 1 }}>
          <TemplateMenu about={review} typed={reply} change={text => draft.change({ reply: text })} />
        </Group>
        <Textarea
          id="reply"
          label={texts.replyTitle}
          placeholder={texts.replyPlaceholder}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={5000}
          value={reply}
          onChange={event => draft.change({ reply: event.currentTarget.value })}
        />
        <Buttons saved={review.reply} typed={reply.trim()} busy={busy} withdraw={() => replyWith(null)} />
        {!busy && <AnswerDraftStatus draft={draft} saved={review.reply} />}
      </Stack>
    </form>
  )
}

type ButtonsProps = { saved: string | null; typed: string; busy: boolean; withdraw: () => void }

function Buttons({ saved, typed, busy, withdraw }: ButtonsProps) {
  const texts = useTexts('reviews')
  return (
    <Group gap="sm">
      <Button type="submit" variant="light" loading={busy} disabled={typed === '' || typed === saved}>
        {texts.replySave}
      </Button>
      {saved && (
        <Button variant="subtle" color="gray" disabled={busy} onClick={withdraw}>
          {texts.replyWithdraw}
        </Button>
      )}
    </Group>
  )
}
