/**
 * The reasons to reject or remove a review or question. They concern the text, never the opinion: a low rating is no
 * reason. Authors read the texts. The names are stored, so they never change.
 */
export const reasons = {
  spam: {
    en: 'It is advertising, or repeats the same text.',
    'pt-BR': 'Faz propaganda ou repete o mesmo texto.',
    es: 'Hace publicidad o repite el mismo texto.',
  },
  offensive: {
    en: 'It insults, threatens or discriminates against someone.',
    'pt-BR': 'Ofende, ameaça ou discrimina alguém.',
    es: 'Ofende, amenaza o discrimina a alguien.',
  },
  private_data: {
    en: 'It contains personal data, such as a phone number, an email address or a document.',
    'pt-BR': 'Contém dados pessoais, como telefone, e-mail ou documento.',
    es: 'Contiene datos personales, como un teléfono, un correo o un documento.',
  },
  not_about_product: {
    en: 'It is not about this product.',
    'pt-BR': 'Não é sobre este produto.',
    es: 'No es sobre este producto.',
  },
  conflict_of_interest: {
    en: 'Its author has an interest in the product or in a competitor.',
    'pt-BR': 'Quem escreveu tem interesse no produto ou em um concorrente.',
    es: 'Quien la escribió tiene interés en el producto o en un competidor.',
  },
  not_genuine: {
    en: 'It is not based on the author’s own experience.',
    'pt-BR': 'Não se baseia em uma experiência própria.',
    es: 'No se basa en una experiencia propia.',
  },
  unlawful: {
    en: 'It breaks the law or infringes the rights of others.',
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

export function isReason(name: string): name is Reason {
  return reasonNames.includes(name as Reason)
}

/** The text of a reason in a mail's language; empty if the reason is unknown. */
export function reasonIn(reason: string | null, language: string): string {
  const texts = reasons[reason as Reason]
  if (!texts) return ''
  const [primary] = language.toLowerCase().split('-')
  return primary === 'pt' ? texts['pt-BR'] : primary === 'es' ? texts.es : texts.en
}
