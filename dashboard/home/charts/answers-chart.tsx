import { useFormats, useTexts } from '../../words/words.tsx'
import type { Insights } from '../query.ts'
import { answersByTime, medianBin, sum } from '../statistics.ts'
import { Bars, ChartArea, Legend } from './chart-area.tsx'
import { ChartCard } from './chart-card.tsx'

/** Reply times to the questions and reviews of the range. */
export function AnswersChart({ insights }: { insights: Insights }) {
  const texts = useTexts('home').answers
  const { number } = useFormats()
  const { question_answers, review_answers } = insights.figures
  const note = useUnansweredNote(insights.figures)
  const median = medianBin(answersByTime(insights.figures))
  const within = Object.values(texts.within)
  const medianTexts = [...within.slice(0, -1), texts.later]
  const title = median === null ? texts.none : texts.title({ within: medianTexts[median] ?? '' })
  const series = useSeries()
  return (
    <ChartCard
      title={title}
      lead={texts.lead}
      note={note}
      table={{
        head: [texts.time, texts.questions, texts.reviews],
        rows: within.map((name, index) => [
          name,
          number(question_answers[index] ?? 0),
          number(review_answers[index] ?? 0),
        ]),
      }}
    >
      <ChartArea isEmpty={median === null}>
        <Bars
          label={title}
          data={Object.values(texts.short).map((name, index) => ({
            name,
            questions: question_answers[index] ?? 0,
            reviews: review_answers[index] ?? 0,
          }))}
          series={series}
          format={number}
        />
      </ChartArea>
      <Legend series={series} />
    </ChartCard>
  )
}

function useSeries() {
  const texts = useTexts('home').answers
  return [
    { name: 'questions', label: texts.questions, color: 'var(--star-5)' },
    { name: 'reviews', label: texts.reviews, color: 'var(--star-2)' },
  ]
}

/** How many questions of the range are unanswered; undefined if there were none. */
function useUnansweredNote({ questions, question_answers }: Insights['figures']): string | undefined {
  const texts = useTexts('home').answers
  if (questions === 0) return undefined
  const unanswered = questions - sum(question_answers)
  return unanswered > 0 ? texts.unanswered({ count: unanswered, all: questions }) : texts.allAnswered
}
