/** The columns of a CSV file of questions, as it is exported and imported. */
export const questionFields = [
  'question_id',
  'product_id',
  'product_sku',
  'body',
  'display_name',
  'email',
  'created_at',
  'state',
  'reply',
  'reply_created_at',
] as const
