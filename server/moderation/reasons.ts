/**
 * Why a review or question may be refused or taken down. Each is about what the text is, none about what it
 * thinks of the product: a bad opinion is no reason. The texts tell the author; the names are kept.
 */
export const reasons = {
  spam: {
    en: 'It advertises something, or repeats the same text.',
    'pt-BR': 'Faz propaganda ou repete o mesmo texto.',
    es: 'Hace publicidad o repite el mismo texto.',
  },
  offensive: {
    en: 'It insults or threatens somebody, or discriminates.',
    'pt-BR': 'Ofende ou ameaça alguém, ou discrimina.',
    es: 'Ofende o amenaza a alguien, o discrimina.',
  },
  private_data: {
    en: 'It shows personal data, such as a phone number, an e-mail address or a document.',
    'pt-BR': 'Mostra dados pessoais, como telefone, e-mail ou documento.',
    es: 'Muestra datos personales, como un teléfono, un correo o un documento.',
  },
  not_about_product: {
    en: 'It is about something else than this product.',
    'pt-BR': 'Trata de outro assunto que não este produto.',
    es: 'Trata de algo distinto a este producto.',
  },
  conflict_of_interest: {
    en: 'It was written by somebody with an interest in the product or in a competitor.',
    'pt-BR': 'Foi escrita por alguém com interesse no produto ou em um concorrente.',
    es: 'La escribió alguien con interés en el producto o en un competidor.',
  },
  not_genuine: {
    en: 'It does not come from an experience of its own.',
    'pt-BR': 'Não vem de uma experiência própria.',
    es: 'No proviene de una experiencia propia.',
  },
  unlawful: {
    en: 'It breaks the law or the rights of others.',
    'pt-BR': 'Viola a lei ou direitos de terceiros.',
    es: 'Infringe la ley o los derechos de otros.',
  },
  unreadable: {
    en: 'It cannot be read or understood.',
    'pt-BR': 'Não é possível ler ou entender.',
    es: 'No se puede leer ni entender.',
  },
} as const satisfies Record<string, Record<'en' | 'pt-BR' | 'es', string>>

export type Reason = keyof typeof reasons

export const reasonNames = Object.keys(reasons) as Reason[]

/** Whether the name is one of the reasons above. */
export function isReason(name: string): name is Reason {
  return reasonNames.includes(name as Reason)
}

/** The reason as a mail in this language gives it; empty for one that is not known. */
export function reasonIn(reason: string | null, language: string): string {
  const texts = reasons[reason as Reason]
  if (!texts) return ''
  const [primary] = language.toLowerCase().split('-')
  return primary === 'pt' ? texts['pt-BR'] : primary === 'es' ? texts.es : texts.en
}
