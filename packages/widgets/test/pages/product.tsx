import {
  RwQuestions,
  type RwQuestionsProps,
  RwRating,
  type RwRatingProps,
  RwReviews,
  type RwReviewsProps,
} from '@realword/widgets/react'
import { useState } from 'react'

export type ProductProps = { rating: RwRatingProps; reviews: RwReviewsProps; questions: RwQuestionsProps }

export function Product({ rating, reviews, questions }: ProductProps) {
  const [loaded, setLoaded] = useState<string[]>([])
  const add = (what: string) => setLoaded(before => [...before, what])
  return (
    <main>
      <h1>Moka pot</h1>
      <p>
        <RwRating {...rating} className="stars" />
      </p>
      <p>Below the rating</p>
      <RwReviews {...reviews} onRwLoad={({ detail }) => add(`${detail.count} reviews`)} />
      <RwQuestions {...questions} onRwLoad={({ detail }) => add(`${detail.count} questions`)}>
        <h2 slot="heading">Ask us</h2>
      </RwQuestions>
      <output>{loaded.sort().join(', ')}</output>
    </main>
  )
}
