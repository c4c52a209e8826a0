/** What reviews and questions say. (The rating's few words are in elements/rating/rating-texts.ts.) */
export const texts = {
  verified: 'Verified purchase',
  storeReply: 'Reply from the store',
  more: 'Show more',
  readMore: 'Read more',
  readLess: 'Read less',
  loading: 'Loading',
  failed: 'This could not be loaded.',
  retry: 'Try again',
  close: 'Close',
  questions: 'Questions and answers',
  questionCount: (count: string, one: boolean) => (one ? '1 question' : `${count} questions`),
  searchQuestions: 'Search questions',
  noQuestions: 'No questions yet.',
  noQuestionsFound: (terms: string) => `No question matches “${terms}”.`,
  clearSearch: 'Clear the search',
  ask: 'Ask a question',
  notAnswered: 'The store has not answered yet.',
  questionSent: 'Thank you. The store will answer your question.',
}

export type Texts = typeof texts
