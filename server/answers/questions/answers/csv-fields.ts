/** The columns of a CSV file of shoppers' answers, as it is exported. */
export const answerFields = [
  'answer_id',
  'question_id',
  'question',
  'product_id',
  'product_sku',
  'body',
  'display_name',
  'email',
  'created_at',
  'state',
  'verified_purchase',
] as const
