import { Badge, Checkbox, Group, Paper, Text, UnstyledButton } from '@mantine/core'
import { useUnsaved } from '../parts/drafts/draft.ts'
import lists from '../parts/layout/lists.module.css'
import { stateColors } from '../parts/queue/state-colors.ts'
import { Stars } from '../parts/stars.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { Review } from './query.ts'
import classes from './reviews.module.css'
import { subjectName } from './subject-name.ts'

type Props = {
  review: Review
  active: boolean
  /** Undefined if reviews cannot be selected. */
  selected: boolean | undefined
  open: () => void
  select: (isSelected: boolean) => void
  /** In a list of several states. */
  showsState: boolean
}

export function ReviewCard({ review, active, selected, open, select, showsState }: Props) {
  const texts = useTexts('reviews')
  const { date, labelled } = useFormats()
  return (
    <Paper
      component="li"
      radius="md"
      withBorder
      className={`${lists.card} ${classes.card}`}
      data-active={active || undefined}
      data-review={review.id}
    >
      {selected !== undefined && (
        <Checkbox
          size="md"
          checked={selected}
          onChange={event => select(event.currentTarget.checked)}
          aria-label={labelled(
            texts.keys.select,
            review.title || review.display_name.trim() || texts.anonymous,
          )}
          className={classes.check}
        />
      )}
      <UnstyledButton onClick={open} className={classes.open} aria-current={active || undefined}>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Stars rating={review.rating} label={texts.starsOf({ rating: review.rating })} />
          <Group gap="xs" wrap="nowrap">
            {showsState && <FooterBadge color={stateColors[review.state]} text={texts.state[review.state]} />}
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {date(review.created_at)}
            </Text>
          </Group>
        </Group>
        {review.title && (
          <Text fw={600} lineClamp={1} mt={4}>
            {review.title}
          </Text>
        )}
        <Text size="sm" lineClamp={2} mt={2}>
          {review.body}
        </Text>
        <CardFooter review={review} />
      </UnstyledButton>
    </Paper>
  )
}

/** Author, product, and badges for flags, reports and an unsaved reply. */
function CardFooter({ review }: { review: Review }) {
  const texts = useTexts('reviews')
  const moderationTexts = useTexts('moderation')
  const { reports } = useTexts('queue')
  const isUnsaved = useUnsaved()
  const checks = [...new Set(review.flags.map(({ check }) => check))]
  return (
    <Group gap={6} mt={8}>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {review.display_name.trim() || texts.anonymous} · {subjectName(review, texts)}
      </Text>
      {checks.map(check => (
        <FooterBadge key={check} color="yellow" text={moderationTexts.checks[check]} />
      ))}
      {isUnsaved(`reviews/${review.id}`) && <FooterBadge color="orange" text={texts.replyUnsaved} />}
      {review.reports.length > 0 && <FooterBadge color="red" text={reports} />}
    </Group>
  )
}

function FooterBadge({ color, text }: { color: string; text: string }) {
  return (
    <Badge size="sm" color={color}>
      {text}
    </Badge>
  )
}
