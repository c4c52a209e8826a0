import type { Language } from '../../../foundation/http/language.ts'

/** The texts of the server-rendered list, besides the reviews. {0} is a number or a name. */
export type ListWords = {
  heading: string
  stars: string
  count: { one: string; other: string }
  none: string
  anonymous: string
  verified: string
  variant: string
  recommended: string
  replyOf: string
  picture: string
  pages: string
  previous: string
  next: string
}

export const listWords: Record<Language, ListWords> = {
  'pt-BR': {
    heading: 'Avaliações',
    stars: '{0} de 5 estrelas',
    count: { one: '{0} avaliação', other: '{0} avaliações' },
    none: 'Ainda não há avaliações.',
    anonymous: 'Anônimo',
    verified: 'Compra verificada',
    variant: 'Variante: {0}',
    recommended: 'Recomenda este produto',
    replyOf: 'Resposta de {0}',
    picture: 'Foto {0} da avaliação',
    pages: 'Páginas de avaliações',
    previous: 'Anteriores',
    next: 'Próximas',
  },
  en: {
    heading: 'Reviews',
    stars: '{0} out of 5 stars',
    count: { one: '{0} review', other: '{0} reviews' },
    none: 'No reviews yet.',
    anonymous: 'Anonymous',
    verified: 'Verified purchase',
    variant: 'Variant: {0}',
    recommended: 'Recommends this product',
    replyOf: 'Reply from {0}',
    picture: 'Picture {0} of the review',
    pages: 'Review pages',
    previous: 'Previous',
    next: 'Next',
  },
  es: {
    heading: 'Opiniones',
    stars: '{0} de 5 estrellas',
    count: { one: '{0} opinión', other: '{0} opiniones' },
    none: 'Todavía no hay opiniones.',
    anonymous: 'Anónimo',
    verified: 'Compra verificada',
    variant: 'Variante: {0}',
    recommended: 'Recomienda este producto',
    replyOf: 'Respuesta de {0}',
    picture: 'Foto {0} de la opinión',
    pages: 'Páginas de opiniones',
    previous: 'Anteriores',
    next: 'Siguientes',
  },
}
