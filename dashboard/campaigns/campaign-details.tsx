import { Alert, Badge, Button, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { ErrorPanel } from '../parts/errors.tsx'
import { Facts } from '../parts/layout/facts.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useSettings } from '../store-settings.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignSample } from './campaign-sample.tsx'
import { type Campaign, useCampaign } from './query.ts'
import { SkippedBuyers } from './skipped-buyers.tsx'
import { StartCampaign } from './start-campaign.tsx'

const colors = {
  ...{ planning: 'gray', planned: 'blue', running: 'teal', paused: 'yellow' },
  ...{ finished: 'gray', stopped: 'gray' },
} as const

/** A campaign: its preview, how far it is, who is not asked and why, and what came of it. */
export function CampaignDetails({ id, back }: { id: string; back?: () => void }) {
  const texts = useTexts('campaigns')
  const { day } = useFormats()
  const { data: campaign, error, refetch } = useCampaign(id)
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!campaign) return <Skeleton h={320} />
  const { state, from, to } = campaign
  const isPreview = state === 'planned' || (state === 'planning' && campaign.confirmed_at === null)
  return (
    <>
      <Section
        title={texts.range({ from: day(from), to: day(to) })}
        action={
          <Badge variant="light" color={colors[state]}>
            {texts.states[state]}
          </Badge>
        }
      >
        <Stack>
          {state === 'planning' ? <Reading campaign={campaign} /> : <Figures campaign={campaign} />}
          {state === 'planned' && campaign.planned > 0 && <StartCampaign id={id} />}
          <CampaignActions campaign={campaign} isPreview={isPreview} />
          {back && (
            <Button variant="subtle" size="compact-sm" onClick={back} style={{ alignSelf: 'flex-start' }}>
              {texts.back}
            </Button>
          )}
        </Stack>
      </Section>
      <SkippedBuyers skipped={campaign.skipped} />
      <CampaignSample campaign={campaign} />
    </>
  )
}

function Reading({ campaign: { orders_read, orders_in_all, ...campaign } }: { campaign: Campaign }) {
  const texts = useTexts('campaigns')
  const { number } = useFormats()
  const share = orders_in_all > 0 ? orders_read / orders_in_all : 0
  return (
    <>
      <Progress value={share * 100} size="lg" animated aria-label={texts.states[campaign.state]} />
      <Text size="sm" c="dimmed" role="status">
        {texts.reading({ read: number(orders_read), all: number(orders_in_all) })}
      </Text>
    </>
  )
}

function Figures({ campaign }: { campaign: Campaign }) {
  const texts = useTexts('campaigns')
  const { number } = useFormats()
  const settings = useSettings().data
  const { state, planned, asked, outcome } = campaign
  if (state === 'planned') return <Forecast campaign={campaign} />
  const all = asked + planned
  const words = texts.outcome
  const isWaiting = state === 'running' && settings?.requests_paused
  return (
    <>
      <Progress
        value={all > 0 ? (asked / all) * 100 : 100}
        size="lg"
        color={colors[state]}
        aria-label={texts.states[state]}
      />
      <Text size="sm" role="status">
        {texts.progress({ asked: number(asked), all: number(all) })}
      </Text>
      {isWaiting && (
        <Alert color="yellow" variant="light">
          {texts.requestsPaused}
        </Alert>
      )}
      {state === 'running' && !isWaiting && <Next campaign={campaign} />}
      <Facts
        rows={(['waiting', 'delivered', 'reviewed', 'failed'] as const).map(name => [
          words[name],
          number(outcome[name]),
        ])}
      />
    </>
  )
}

function Next({ campaign: { next_on, last_on } }: { campaign: Campaign }) {
  const texts = useTexts('campaigns')
  const { day } = useFormats()
  if (next_on === null || last_on === null) return null
  return (
    <Text size="sm" c="dimmed">
      {texts.next({ next: day(next_on), last: day(last_on) })}
    </Text>
  )
}

function Forecast({ campaign: { planned, per_day, next_on, last_on } }: { campaign: Campaign }) {
  const texts = useTexts('campaigns')
  const { number, day } = useFormats()
  if (planned === 0 || next_on === null) return <Text>{texts.nobody}</Text>
  const perDay = number(per_day)
  return (
    <div>
      <Text size="xl" fw={700}>
        {texts.canAsk({ count: planned })}
      </Text>
      <Text c="dimmed" mt={4}>
        {last_on === null
          ? texts.spreadLong({ perDay, first: day(next_on) })
          : texts.spread({ perDay, first: day(next_on), last: day(last_on) })}
      </Text>
    </div>
  )
}
