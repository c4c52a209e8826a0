import { expect, test } from 'vitest'
import { stateNameOf } from './state-columns.ts'
import { foldWord, isBlank, meaningOf } from './state-words.ts'

test.each([
  ...[
    'status',
    'Status',
    'Review Status',
    'review_state',
    'isApproved',
    'is_review_approved',
    'comment_approved',
  ],
  ...[
    'Approved?',
    'Approved (yes/no)',
    'approved_at',
    'validate',
    'Moderation',
    'moderation-status',
    'curated',
  ],
  ...[
    'published',
    'PUBLISHED',
    'Publish',
    'publishedAt',
    'Visible on site',
    'enabled',
    'is_active',
    'Public',
  ],
  ...['hidden', 'is_hidden', 'spam', 'isSpam', 'trash', 'deleted', 'deleted_at', 'Deleted At', 'archived'],
  ...['unpublished', 'not_published', 'draft', 'pending', 'flagged', 'soft_deleted', 'disabled', 'display'],
  ...['Aprovado', 'Aprovada?', 'Publicado', 'Visível', 'Visível no site', 'Excluído em', 'Data de exclusão'],
  ...['Situação', 'Status da avaliação', 'Não publicado', 'Exibir no site', 'Ativo', 'Lixeira', 'Oculta'],
  ...[
    'Aprobado',
    'Publicada',
    'Estado',
    'Estado de la opinión',
    'Eliminado',
    'fecha_eliminacion',
    'Activa',
    'Papelera',
  ],
])('"%s" is a column of states', name => {
  expect(stateNameOf(name)).toBeDefined()
})

test.each([
  ...['order_status', 'Payment Status', 'product_published', 'user_active', 'reviewer_state', 'email_status'],
  ...[
    'verified',
    'Verified Buyer',
    'featured',
    'title',
    'spam_score',
    'show_name',
    'display_name',
    'published_url',
  ],
  ...['Data de publicação', 'fecha_publicacion', 'status_date', 'Tem certeza', 'reply_status', 'likes', ''],
])('"%s" is none', name => {
  expect(stateNameOf(name)).toBeUndefined()
})

test.each([
  ['status', '1', 'published'],
  ['status', '0', 'pending'],
  ['status', '-1', 'rejected'],
  ['status', 'Approved', 'published'],
  ['status', 'In Moderation', 'pending'],
  ['status', 'post-trashed', 'skip'],
  ['status', 'SPAM', 'skip'],
  ['status', 'Não aprovado', 'rejected'],
  ['status', 'NO PUBLICADA', 'rejected'],
  ['status', 'Shipped', undefined],
  ['status', 'x', undefined],
  ['approved', 'TRUE', 'published'],
  ['approved', '1.0', 'published'],
  ['approved', 'FALSO', 'pending'],
  ['approved', 'x', undefined],
  ['approved', '2', undefined],
  ['approved_at', '2025-03-01 10:00', 'published'],
  ['published', 'no', 'rejected'],
  ['published', 'sí', 'published'],
  ['Não publicado', 'sim', 'rejected'],
  ['hidden', '1', 'rejected'],
  ['hidden', 'x', 'rejected'],
  ['hidden', 'false', 'published'],
  ['is_spam', '3', 'skip'],
  ['deleted_at', '2025-03-01T10:00:00Z', 'skip'],
  ['deleted', '1741000000', 'skip'],
  ['deleted', 'perhaps', undefined],
  ['pending', 'yes', 'pending'],
  ['moderation', '1', undefined],
  ['moderation', 'approved', 'published'],
])('in the column "%s", "%s" means %s', (column, word, meaning) => {
  const name = stateNameOf(column)
  expect(name && meaningOf(foldWord(word), name)).toBe(meaning)
})

test.each(['', 'NULL', 'n/a', '0000-00-00 00:00:00', '\\N'])('"%s" is an empty cell', word => {
  expect(isBlank(foldWord(word))).toBe(true)
})
