import { Skeleton, Stack } from '@mantine/core'
import { ErrorPanel } from '../parts/errors.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { MailOffBanner } from '../parts/mail/mail-off-banner.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { AnswersChart } from './charts/answers-chart.tsx'
import { RatingChart } from './charts/rating-chart.tsx'
import { RecommendedChart } from './charts/recommended-chart.tsx'
import { StarsChart } from './charts/stars-chart.tsx'
import { useDismissSteps } from './dismiss-steps.ts'
import { FigureRow } from './figures.tsx'
import { areAllDone, FirstSteps } from './first-steps.tsx'
import { Funnel } from './funnel.tsx'
import classes from './home.module.css'
import { PendingTaskList } from './pending-task-list.tsx'
import { type FirstSteps as CompletedSteps, useFirstSteps, useInsights, useRange } from './query.ts'
import { RangeBar } from './range-bar.tsx'
import { RequestTable } from './request-table.tsx'

/** The store's first steps until they are done or dismissed; then its pending tasks and figures. */
export default function Home() {
  const texts = useTexts('home')
  const { data: completedSteps, error, refetch } = useFirstSteps()
  return (
    <Stack gap="lg" className={classes.page}>
      <PageHeader title={texts.title} lead={texts.lead} />
      <MailOffBanner />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!(completedSteps || error) && <FiguresSkeleton />}
      {completedSteps && <Content completedSteps={completedSteps} />}
    </Stack>
  )
}

function Content({ completedSteps }: { completedSteps: CompletedSteps }) {
  const { mayModerate } = useStore()
  const dismiss = useDismissSteps()
  if (!(completedSteps.tried || completedSteps.reviews)) return <FirstSteps completed={completedSteps} />
  const isSettingUp = mayModerate && !completedSteps.dismissed && !areAllDone(completedSteps)
  return (
    <>
      {isSettingUp && <FirstSteps completed={completedSteps} dismiss={dismiss} />}
      <Figures />
    </>
  )
}

function Figures() {
  const { range } = useRange()
  const { data, error, refetch, isPlaceholderData } = useInsights(range)
  return (
    <>
      <PendingTaskList />
      <RangeBar current={data} />
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!(data || error) && <FiguresSkeleton />}
      {data && (
        <Stack gap="md" aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <FigureRow insights={data} range={range} />
          <Funnel insights={data} range={range} />
          <div className={classes.charts}>
            <RatingChart insights={data} range={range} />
            <StarsChart insights={data} range={range} />
            <RecommendedChart insights={data} range={range} />
            <AnswersChart insights={data} />
          </div>
          <RequestTable range={range} />
        </Stack>
      )}
    </>
  )
}

// As high as the content, so that nothing moves when it loads.
function FiguresSkeleton() {
  return (
    <Stack gap="md">
      <div className={classes.figures}>
        {[1, 2, 3, 4].map(index => (
          <Skeleton key={index} h={128} radius="lg" />
        ))}
      </div>
      <Skeleton h={290} radius="lg" />
      <div className={classes.charts}>
        {[1, 2, 3, 4].map(index => (
          <Skeleton key={index} h={390} radius="lg" />
        ))}
      </div>
    </Stack>
  )
}
