import { Anchor, Badge, Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { change } from '../../server/api/dashboard/content-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
import { useUnsaved } from '../parts/drafts/draft.ts'
import { Icon } from '../parts/icon.tsx'
import { MarkedText } from '../parts/marked-text.tsx'
import { KeepButton, Reports } from '../parts/queue/reports.tsx'
import { stateColors } from '../parts/queue/state-colors.ts'
import { Stars } from '../parts/stars.tsx'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { InsiderSwitch } from './insider-switch.tsx'
import { Pictures } from './pictures.tsx'
import { PinButton } from './pin-button.tsx'
import { type Review, replyDraft } from './query.ts'
import { ReplyForm } from './reply-form.tsx'
import classes from './reviews.module.css'
import { subjectName } from './subject-name.ts'
import { VideoCaptions } from './video-captions.tsx'

export type Actions = { publish: () => void; reject: () => void; remove: () => void; restore: () => void }

type Props = {
  review: Review
  actions: Actions
  back: () => void
  filterBySubject: (review: Review) => void
}

/** The details of a review, next to the list. */
export function ReviewDetails({ review, actions, back, filterBySubject }: Props) {
  const texts = useTexts('reviews')
  const { mayModerate } = useStore()
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Button variant="subtle" size="compact-sm" onClick={back} className={classes.back} w="fit-content">
          ← {texts.back}
        </Button>
        <Group justify="space-between" align="flex-start">
          <Stars rating={review.rating} label={texts.starsOf({ rating: review.rating })} size={22} />
          <Badge color={stateColors[review.state]}>{texts.state[review.state]}</Badge>
        </Group>
        {review.title && (
          <Title order={2} size="h3" className={classes.text}>
            <MarkedText text={review.title} field="title" flags={review.flags} />
          </Title>
        )}
        <Text className={classes.text} lang={review.language}>
          <MarkedText text={review.body} field="body" flags={review.flags} />
        </Text>
        <Pictures pictures={review.pictures} />
        <VideoCaptions key={`captions ${review.id}`} review={review} />
        <Facts review={review} filterBySubject={filterBySubject} />
        <ModerationNotes review={review} />
        {mayModerate && <InsiderSwitch key={`insider ${review.id}`} review={review} />}
        {mayModerate && <ActionBar review={review} actions={actions} />}
        {(mayModerate || review.reply) && <ReplyForm key={review.id} review={review} />}
        <History reviewId={review.id} />
      </Stack>
    </Paper>
  )
}

function Facts({ review, filterBySubject }: Pick<Props, 'review' | 'filterBySubject'>) {
  const texts = useTexts('reviews')
  const { instant, date } = useFormats()
  const { store_id } = useStore()
  return (
    <Stack gap={4}>
      <Text size="sm">
        {review.display_name.trim() ? (
          <MarkedText text={review.display_name} field="display_name" flags={review.flags} />
        ) : (
          texts.anonymous
        )}
        <Text span c="dimmed">
          {' · '}
          {review.email ?? texts.noEmail}
        </Text>
      </Text>
      <Text size="sm">
        <Anchor component="button" type="button" ta="start" onClick={() => filterBySubject(review)}>
          {subjectName(review, texts)}
        </Anchor>
      </Text>
      <Text size="sm" c="dimmed">
        {texts.writtenOn} {instant(review.created_at)}
        {review.purchased_at && ` · ${texts.purchasedOn} ${date(review.purchased_at)}`}
        {review.order_id && (
          <>
            {' · '}
            <Anchor
              component={Link}
              to={`/${store_id}/orders?${new URLSearchParams({ id: review.order_id })}`}
              className={classes.text}
              underline="always"
            >
              {texts.order} {review.order_id}
            </Anchor>
          </>
        )}
      </Text>
      <ReviewBadges review={review} />
    </Stack>
  )
}

function ReviewBadges({ review }: { review: Review }) {
  const texts = useTexts('reviews')
  return (
    <Group gap={6} mt={4}>
      {review.verified_purchase && (
        <Badge leftSection={<Icon name="check" size={12} />}>{texts.verified}</Badge>
      )}
      {review.recommended !== null && (
        <Badge color="gray">{review.recommended ? texts.recommended : texts.notRecommended}</Badge>
      )}
      {review.insider && <Badge color="gray">{texts.insider}</Badge>}
      {review.incentivized && <Badge color="gray">{texts.incentivized}</Badge>}
      {review.pinned_at && (
        <Badge color="gray" leftSection={<Icon name="pin" size={12} />}>
          {texts.pinned}
        </Badge>
      )}
      {review.votes > 0 && <Badge color="gray">{texts.helpful({ count: review.votes })}</Badge>}
    </Group>
  )
}

/** Findings of the checks, the reason of a decision, and visitors' reports. */
function ModerationNotes({ review }: { review: Review }) {
  const moderationTexts = useTexts('moderation')
  const checks = [...new Set(review.flags.map(({ check }) => check))]
  if (checks.length === 0 && review.reports.length === 0 && !review.moderation_reason) return null
  return (
    <Stack gap={6}>
      {checks.length > 0 && (
        <Group gap={6}>
          {checks.map(check => (
            <Badge key={check} color="yellow" leftSection={<Icon name="flag" size={12} />}>
              {moderationTexts.checks[check]}
            </Badge>
          ))}
        </Group>
      )}
      {review.moderation_reason && (
        <Text size="sm">{textFor(moderationTexts.reasons, review.moderation_reason)}</Text>
      )}
      <Reports of={review} />
    </Stack>
  )
}

function ActionBar({ review, actions }: { review: Review; actions: Actions }) {
  const texts = useTexts('reviews')
  const isReplying = useUnsaved()(replyDraft(review.id))
  const { state } = review
  if (state === 'unconfirmed') return null
  return (
    <Group gap="sm">
      {(state === 'pending' || state === 'rejected') && (
        <Button onClick={actions.publish} leftSection={<Icon name="check" size={16} />}>
          {isReplying ? texts.publishWithReply : texts.publish}
        </Button>
      )}
      <KeepButton of={review} keep={actions.publish} />
      {state === 'pending' && (
        <Button variant="default" onClick={actions.reject}>
          {texts.reject}
        </Button>
      )}
      {state === 'published' && (
        <Button variant="default" onClick={actions.remove}>
          {texts.remove}
        </Button>
      )}
      {state === 'published' && <PinButton review={review} />}
      {state === 'removed' && <Button onClick={actions.restore}>{texts.restore}</Button>}
    </Group>
  )
}

function History({ reviewId }: { reviewId: string }) {
  const texts = useTexts('reviews')
  const { actors } = useTexts('moderation')
  const { instant } = useFormats()
  const { store_id } = useStore()
  const { data } = useQuery({
    queryKey: [store_id, 'review history', reviewId],
    queryFn: () =>
      get<{ result: Wire<z.infer<typeof change>>[] }>(storePath(store_id, `/reviews/${reviewId}/history`)),
  })
  if (!data || data.result.length === 0) return null
  return (
    <div>
      <Divider label={texts.history} labelPosition="left" mb="xs" />
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.result.map(change => (
          <Text key={change.at + change.action} size="sm" component="li" c="dimmed">
            {instant(change.at)} — {textFor(actors, change.who) ?? change.who}{' '}
            {textFor(texts.actions, change.action) ?? change.action}
          </Text>
        ))}
      </Stack>
    </div>
  )
}
